import type { PhoneNumberPayload } from './phone-number.dto.js';
import type { PhoneNumber } from './phone-number.entity.js';

/** A phone number as the API shows it. */
export const presentPhoneNumber = (number: PhoneNumber): PhoneNumberPayload => ({
  id: number.id,
  number: number.number,
  label: number.label,
  agent_id: number.agentId,
  is_default: number.isDefault,
  created_at: number.createdAt.toISOString(),
  updated_at: number.updatedAt.toISOString(),
});
