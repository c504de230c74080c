/** The explanation of a status in a text, whichever product the status belongs to. */
import type { ExplainedEdgeStatus } from '../edge/describeEdge.ts';
import type { ExplainedStatus } from '../status/explainedStatus.ts';

/** An explained status. One of edge hosting also has the rows of the status table that it rests on. */
export type TextStatus = ExplainedStatus & Partial<Pick<ExplainedEdgeStatus, 'resources' | 'rows'>>;
