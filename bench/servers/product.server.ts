// The product, listening. Asked for its memory (in a process with --expose-gc), it collects first.
import { announce } from '../support/announce.js';
import { createProduct, type ProductOptions } from '../support/product.js';

const options = JSON.parse(process.argv[2] ?? '{}') as ProductOptions;
let url = '';
const app = await createProduct(options, () => url);
await app.listen(0, '127.0.0.1');
url = await app.getUrl();
process.on('message', () => {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  process.send?.({ rss, heapUsed });
});
announce(url);
