import type { Database } from '~/platform/db/database.server.ts'
import { endpoints } from '~/platform/http/endpoint.server.ts'
import { categoryRoutes } from '~/shop/routes.ts'
import { addCategory, deleteCategory, editCategory, moveCategory } from './change-categories.server.ts'
import { categoriesContract } from './contract.ts'
import { categoryTree } from './tree.server.ts'

export const categoriesApi = (database: Database) =>
  endpoints(categoryRoutes, categoriesContract, {
    listCategories: {
      access: 'everyone',
      summary: 'All categories with the number of their parts: each group, followed by its kinds',
      topics: ['products'],
      handler: () => categoryTree(database.db),
    },
    addCategory: {
      access: 'admin',
      summary: 'Adds a group, or a category to a group',
      handler: async ({ body, caller }) => ({ insertedId: await addCategory(database, caller, body) }),
    },
    editCategory: {
      access: 'admin',
      summary: 'Renames, describes or moves a category to another group. Its address stays',
      handler: async ({ params, body, caller }) => ({
        modifiedCount: await editCategory(database, caller, params.id, body),
      }),
    },
    moveCategory: {
      access: 'admin',
      summary: 'Moves a category up or down among those beside it',
      handler: async ({ params, body, caller }) => ({
        modifiedCount: await moveCategory(database, caller, params.id, body.to),
      }),
    },
    deleteCategory: {
      access: 'admin',
      summary: 'Deletes a category; with parts in it, ?partsTo= says where they go: a category, or none',
      handler: async ({ params, query, caller }) => ({
        deletedCount: await deleteCategory(database, caller, params.id, query.partsTo),
      }),
    },
  })
