import { configureGlobal } from 'fast-check';

/** Property tests repeat exactly: a run that fails, fails again. `FC_SEED` asks for other examples. */
configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 20_261_120) });
