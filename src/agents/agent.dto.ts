import { Field } from '../common/field.decorator.js';
import { PageQuery } from '../common/page.dto.js';
import { readOneOf, readText } from '../common/readings.js';
import { AgentFields } from './agent-fields.dto.js';
import { AGENT_STATUSES, type AgentStatus } from './agent-speech-fields.dto.js';

const NAME = { max: 200 };

/** A new agent: a name is enough. */
export class CreateAgentDto extends AgentFields {
  /**
   * Display name.
   * @example Ava
   */
  @Field(readText(NAME), { minLength: 1, maxLength: NAME.max })
  name: string;
}

/** What is given is set, the rest stays; every change makes a new version. */
export class ChangeAgentDto extends AgentFields {
  /**
   * Display name.
   * @example Ava
   */
  @Field(readText(NAME), { minLength: 1, maxLength: NAME.max }, { optional: true })
  name?: string;
}

export class ListAgentsDto extends PageQuery {
  /** Only active or only inactive agents. */
  @Field(readOneOf(AGENT_STATUSES), { enum: AGENT_STATUSES }, { optional: true })
  status?: AgentStatus;
}

export class ListVersionsDto extends PageQuery {}
