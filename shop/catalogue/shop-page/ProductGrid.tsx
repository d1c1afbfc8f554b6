import type { Product } from '../contract.ts'
import { ProductCard } from '../product/ProductCard.tsx'
import type { Results } from '../product/results-origin.ts'

const mostInFirstRow = 3

export const ProductGrid = ({ products, results }: { products: Product[]; results: Results }) => (
  <ul className="product-cards">
    {products.map((product, i) => (
      <li key={product._id}>
        <ProductCard
          product={product}
          picture={i === 0 ? 'first' : i < mostInFirstRow ? 'soon' : 'later'}
          results={results}
        />
      </li>
    ))}
  </ul>
)
