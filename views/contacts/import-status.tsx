import { Status } from '../shared/status.js';

/** A file of contacts, and how far it is. */
export interface ImportFile {
  id: string;
  name: string;
  status: 'uploading' | 'uploaded' | 'running' | 'completed' | 'failed';
  createdAt: Date;
  rows: string;
  /** Of the rows, from 0 to 1. */
  share: number;
  done: string;
  created: string;
  updated: string;
  unchanged: string;
  refused: string;
}

const STATUSES = {
  uploading: { tone: 'waiting', word: 'Uploading' },
  uploaded: { tone: 'waiting', word: 'Not started' },
  running: { tone: 'waiting', word: 'Running' },
  completed: { tone: 'good', word: 'Completed' },
  failed: { tone: 'bad', word: 'Failed' },
} as const;

export const ImportStatus = ({ status }: Pick<ImportFile, 'status'>) => <Status {...STATUSES[status]} />;
