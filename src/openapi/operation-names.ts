/**
 * The id of an operation, which is its function's name in a generated client, from the names of the code:
 * `AgentsController.list` is `listAgents`, `WebhookMappingsController.rotateKey` is `rotateWebhookMappingKey`.
 */
export function operationName(controller: string, method: string): string {
  const [, verb = method, what = ''] = /^([a-z]+)(.*)$/.exec(method) ?? [];
  const resources = controller.replace(/Controller$/, '').replace(/Commands$/, 's');
  // What is only ever done to a thing is called after it: `MappingPreview` is the preview of a mapping.
  const named = resources.replace(new RegExp(`${capital(verb)}$`), '');
  return verb + (verb === 'list' ? named : singular(named)) + what;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const singular = (plural: string): string => plural.replace(/ies$/, 'y').replace(/s$/, '');
