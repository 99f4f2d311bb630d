import { Reply, type ReplyEnd, type ReplyPorts } from './reply.session.js';

/** The agent's answers: one at a time, and what a former one still comes to is nobody's. */
export class Answering {
  /** The last answer, also when the model has said all of it. */
  private reply: Reply | null = null;
  /** Answers that have not come to rest: also those called off, whose tools may still be at work. */
  private readonly atWork = new Set<Promise<void>>();
  isRunning = false;

  constructor(
    private readonly ports: ReplyPorts,
    private readonly onEnd: (end: ReplyEnd, hasSpoken: boolean) => void,
  ) {}

  begin(): void {
    const reply = new Reply(this.ports);
    this.reply = reply;
    this.isRunning = true;
    const work = reply.run().then((end) => {
      this.atWork.delete(work);
      if (this.reply !== reply || reply.isCancelled) return;
      this.isRunning = false;
      this.onEnd(end, reply.hasSpoken);
    });
    this.atWork.add(work);
  }

  /** Resolves when nothing more comes of any answer; what is called off rests soon. */
  async rest(): Promise<void> {
    await Promise.all(this.atWork);
  }

  /** What was said of it stays said. */
  stop(): void {
    this.reply?.cancel();
    this.reply = null;
    this.isRunning = false;
  }

  /** The customer goes on before anything of it was heard: it answered half a sentence. @returns whether there was one */
  withdraw(): boolean {
    const { reply } = this;
    reply?.withdraw();
    this.isRunning = false;
    return reply !== null;
  }
}
