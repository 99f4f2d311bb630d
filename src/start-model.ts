import { hash } from 'node:crypto';
import type { Config } from './config.js';
import { SCRIPTED_MODEL, startScriptedModel } from './scripted-model/scripted-model.server.js';
import type { Settings } from './settings.js';

export interface StartedModel {
  settings: Settings['llm'];
  stop(): Promise<void>;
}

/** The model that the configuration names, else a scripted one on a port of its own. */
export async function startModel(config: Config, secretKey: string): Promise<StartedModel> {
  if (config.llm) return { settings: config.llm, stop: () => Promise.resolve() };
  const apiKey = hash('sha256', `scripted model ${secretKey}`);
  const model = await startScriptedModel({ apiKey });
  return {
    settings: { baseUrl: model.baseUrl, model: SCRIPTED_MODEL, apiKey },
    stop: () => model.stop(),
  };
}
