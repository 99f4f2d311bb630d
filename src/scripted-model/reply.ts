interface ReplyToolCall {
  name: string;
  /** JSON, unless a test wants something else. */
  arguments: string;
}

/** What the model answers. */
export interface Reply {
  text: string;
  toolCalls: ReplyToolCall[];
}
