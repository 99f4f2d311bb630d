import { operationName } from './operation-names.js';

describe('the name of an operation', () => {
  it.each([
    ['AgentsController', 'list', 'listAgents'],
    ['AgentsController', 'create', 'createAgent'],
    ['OutboundCallsController', 'start', 'startOutboundCall'],
    ['CallCommandsController', 'end', 'endCall'],
    ['CallCommandsController', 'addNote', 'addCallNote'],
    ['MappingPreviewController', 'preview', 'previewMapping'],
    ['WebhookMappingsController', 'rotateKey', 'rotateWebhookMappingKey'],
    ['DeliveriesController', 'resend', 'resendDelivery'],
    ['IntakeController', 'take', 'takeIntake'],
    ['HealthController', 'readLiveness', 'readHealthLiveness'],
  ])('of %s.%s is %s', (controller, method, name) => {
    expect(operationName(controller, method)).toBe(name);
  });
});
