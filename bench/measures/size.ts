/** What our server loads before it answers the first request. */
import { statSync } from 'node:fs';
import { serverBundle } from '../servers.ts';
import type { Measure } from './measure.ts';

export const size: Measure = {
  name: 'size',
  run(samples) {
    samples.add('size', 'ours', statSync(serverBundle).size / 1024);
    return Promise.resolve();
  },
};
