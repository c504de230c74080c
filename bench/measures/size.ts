/** What our server loads before it answers the first request. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { serverBundle } from '../driver/servers.ts';
import type { Measure } from './measure.ts';

export const size: Measure = {
  name: 'size',
  run(samples) {
    const bundles = [serverBundle, path.join(path.dirname(serverBundle), 'serve.js')];
    samples.add('size', 'ours', bundles.reduce((sum, bundle) => sum + statSync(bundle).size, 0) / 1024);
    return Promise.resolve();
  },
};
