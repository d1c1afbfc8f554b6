import type { LoaderFunctionArgs } from 'react-router'
import { Link, useLoaderData } from 'react-router'
import { apiContext } from '~/platform/client/api-context.ts'
import { keepUnits } from '~/platform/figures.ts'
import { Icon } from '~/platform/ui/Icon.tsx'
import { Money } from '~/platform/ui/Money.tsx'
import { Title } from '~/platform/ui/Title.tsx'
import { smallCopy } from '~/shop/images/rules.ts'
import { blogRoutes } from '~/shop/routes.ts'
import { Markdown } from '~/shop/texts/Markdown.tsx'
import { urls } from '~/shop/urls.ts'
import type { BlogPart, ShownBlog } from './contract.ts'
import { cardAnswer, paragraphs } from './rules.ts'

export { BlogPage as Component }

export const loader = async ({ params, context }: LoaderFunctionArgs) =>
  (await context.get(apiContext)(blogRoutes.getBlog, { params: { id: params.id! } })).data

function BlogPage() {
  const { question, answer, nodes, parts } = useLoaderData<ShownBlog>()
  const [first, ...others] = paragraphs(keepUnits(answer))
  return (
    <div className="section lg:grid lg:grid-cols-[10rem_minmax(0,44rem)] lg:gap-x-12">
      <Title page={question} description={cardAnswer(answer)} />
      <p className="mb-8 lg:mb-0 lg:pt-1">
        <Link to={urls.blogs()} className="btn btn-quiet">
          <Icon name="back" />
          Back
        </Link>
      </p>
      <article>
        <h1 className="text-[clamp(36px,5.2vw,64px)] leading-[1.04]">{question}</h1>
        <div className="mt-8 border-t-2 border-accent pt-8 lg:mt-10 lg:pt-10">
          {nodes ? (
            <Markdown nodes={nodes} />
          ) : (
            <>
              <p className="text-[20px] font-medium leading-relaxed sm:text-[22px]">{first}</p>
              {others.map((paragraph) => (
                <p
                  key={paragraph}
                  className="mt-6 max-w-[65ch] whitespace-pre-line text-[17px] leading-[1.7]"
                >
                  {paragraph}
                </p>
              ))}
            </>
          )}
        </div>
        {parts && <Parts parts={parts} />}
        <Hint />
      </article>
    </div>
  )
}

const Parts = ({ parts }: { parts: BlogPart[] }) => (
  <section aria-labelledby="parts" className="mt-14">
    <h2 id="parts" className="mb-4 text-[22px]">
      Parts for it
    </h2>
    <ul className="grid gap-3 sm:grid-cols-2">
      {parts.map(({ _id, productName, image, price }) => (
        <li key={_id} className="panel relative flex items-center gap-4 p-3 hover:shadow-lifted">
          <img
            src={smallCopy(image)}
            alt=""
            width={96}
            height={72}
            loading="lazy"
            className="h-18 w-24 flex-none rounded-control object-cover"
          />
          <span className="grid min-w-0 gap-1">
            <Link to={urls.product(_id)} className="font-medium after:absolute after:inset-0">
              {productName}
            </Link>
            <Money amount={price} />
          </span>
        </li>
      ))}
    </ul>
  </section>
)

const Hint = () => (
  <aside aria-labelledby="still-unsure" className="panel mt-14 grid gap-3 p-6 sm:p-8">
    <h2 id="still-unsure" className="text-[22px]">
      Still unsure about your car?
    </h2>
    <p className="text-muted">
      Tell us the model, the year and what you hear, see or smell. A mechanic reads every message.
    </p>
    <div className="mt-2 flex flex-wrap gap-3">
      <Link to={urls.contact()} className="btn btn-main">
        Ask the workshop
      </Link>
      <Link to={urls.shop()} className="btn btn-quiet">
        Browse the parts
      </Link>
    </div>
  </aside>
)
