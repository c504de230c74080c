/** Which cluster: only ever one that a person has named or opened. */
import type { TextField } from './toolFields.ts';

export const clusterField: TextField = {
  kind: 'text',
  most: 500,
  line: true,
  description:
    'The context of one of the clusters that the user has opened or named. Leave it out where there is one only. No other cluster can be reached.',
};
