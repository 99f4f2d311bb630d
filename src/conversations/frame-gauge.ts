/** The carrier's own rule: so many malformed messages in a row end a session. */
const MALFORMED_IN_A_ROW = 10;

/** A carrier sends some ten frames a second when both sides talk at once. */
const FRAMES_PER_SECOND = 100;
const SECOND_MS = 1_000;

/** Counts the frames of a socket: how fast they come, and how many in a row are none. */
export class FrameGauge {
  private malformed = 0;
  private frames = 0;
  private since = 0;

  count(isFrame: boolean, at: number): 'fine' | 'too-fast' | 'too-many-malformed' {
    this.malformed = isFrame ? 0 : this.malformed + 1;
    if (at - this.since >= SECOND_MS) {
      this.since = at;
      this.frames = 0;
    }
    this.frames += 1;
    if (this.malformed >= MALFORMED_IN_A_ROW) return 'too-many-malformed';
    return this.frames > FRAMES_PER_SECOND ? 'too-fast' : 'fine';
  }
}
