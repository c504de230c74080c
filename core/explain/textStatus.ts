/** Defines the explanation of a status in a text, for any product. */
import type { ExplainedEdgeStatus } from '../edge/describeEdge.ts';
import type { ExplainedStatus } from '../status/explainedStatus.ts';

/** An explained status. For edge hosting, it includes the rows of the status table that it's based on. */
export type TextStatus = ExplainedStatus & Partial<Pick<ExplainedEdgeStatus, 'resources' | 'rows'>>;
