import type { ApiKeyPayload } from './api-key.dto.js';
import type { ApiKey } from './api-key.entity.js';

/** A key as the API shows it at an instant; its text is not known any more. */
export const presentApiKey = (key: ApiKey, now: Date): ApiKeyPayload => ({
  id: key.id,
  name: key.name,
  scopes: key.scopes as ApiKeyPayload['scopes'],
  last_four: key.lastFour,
  status: statusOf(key, now),
  expires_at: key.expiresAt?.toISOString() ?? null,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  created_at: key.createdAt.toISOString(),
});

function statusOf(key: ApiKey, now: Date): ApiKeyPayload['status'] {
  if (key.revokedAt) return 'revoked';
  return key.expiresAt && key.expiresAt <= now ? 'expired' : 'active';
}
