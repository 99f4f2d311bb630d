// The product, listening.
import { createProduct } from '../support/product.js';

const { databaseUrl } = JSON.parse(process.argv[2] ?? '{}') as { databaseUrl: string };
const app = await createProduct(databaseUrl);
await app.listen(0, '127.0.0.1');
process.send?.(await app.getUrl());
