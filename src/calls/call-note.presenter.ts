import type { CallNotePayload } from './call-note.dto.js';
import type { CallNote } from './call-note.entity.js';

/** A note as the call's `notes` and the events show it. */
export const presentNote = (note: CallNote): CallNotePayload => ({
  id: note.id,
  body: note.body,
  source: note.source,
  author: note.author,
  created_at: note.createdAt.toISOString(),
});
