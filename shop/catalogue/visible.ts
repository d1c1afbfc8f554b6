/** Whether anybody would see something of it; as `searchable` would leave something, which the home page does not load. */
export const isVisible = (text: string) =>
  /[^\s\p{M}\p{Default_Ignorable_Code_Point}]/u.test(text.normalize('NFKD'))
