/** Input field that selects a cluster. Accepts only clusters that the user opened or named. */
import type { TextField } from './toolFields.ts';

export const clusterField: TextField = {
  kind: 'text',
  most: 500,
  line: true,
  description:
    'Context of a cluster that the user opened or specified. Optional if there is only one. Other clusters are not accessible.',
};
