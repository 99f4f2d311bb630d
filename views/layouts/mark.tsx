import { useAssets } from './assets.js';

/** The product's sign, beside a name that says what it is the sign of. */
export const Mark = () => <img src={useAssets()('icon.svg')} alt="" width="24" height="24" />;
