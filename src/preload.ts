// Loaded before everything else (`--import`) by `npm start` and the command line.
import { existsSync } from 'node:fs';
import { nameTypeScriptLines } from './typescript-stacks.js';

const FILE = '.env';

// Not Node's `--env-file-if-exists`: that says on every start that there is none. What is set already stays.
if (existsSync(FILE)) process.loadEnvFile(FILE);

nameTypeScriptLines();
