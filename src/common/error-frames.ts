import type { Request } from 'express';
import type { Frame } from '../../views/layouts/frame.js';

/** Finds the frame for the page of an error. */
export interface ErrorFrames {
  /** null when nobody is signed in. */
  of(request: Request): Promise<Frame | null>;
}

/** Token of the one that knows who is signed in. */
export const ERROR_FRAMES = Symbol('ErrorFrames');
