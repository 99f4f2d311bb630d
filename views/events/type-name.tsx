import { Parts } from '../shared/parts.js';

/** The name of a type of events, which breaks between its words where there is little room. */
export const TypeName = ({ type }: { type: string }) => <Parts of={type.split(/(?<=[._])/)} />;
