// The product, listening. Asked for its memory (in a process with --expose-gc), it collects first; and it tells how long
// its event loop was held up, in milliseconds, since it was asked last.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { announce } from '../support/announce.js';
import { createProduct, type ProductOptions } from '../support/product.js';

const options = JSON.parse(process.argv[2] ?? '{}') as ProductOptions;
let url = '';
const app = await createProduct(options, () => url);
await app.listen(0, '127.0.0.1');
url = await app.getUrl();
const delay = monitorEventLoopDelay({ resolution: 5 });
process.on('message', () => {
  const loopP99 = delay.percentile(99) / 1e6;
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  delay.reset();
  delay.enable();
  process.send?.({ rss, heapUsed, loopP99 });
});
announce(url);
