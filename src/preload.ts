// Loaded before everything else (`--import`) by `npm start` and the command line.
import { existsSync } from 'node:fs';
import { setSourceMapsSupport } from 'node:module';

const FILE = '.env';

// Not Node's `--env-file-if-exists`: that says on every start that there is none. What is set already stays.
if (existsSync(FILE)) process.loadEnvFile(FILE);

// Stack traces name lines of TypeScript. Of ours alone, unlike Node's `--enable-source-maps`: the maps that come with
// packages would hold 14 MB for nobody.
setSourceMapsSupport(true);
