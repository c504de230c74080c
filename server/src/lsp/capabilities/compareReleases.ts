/** Compares two OSC releases on request. */
import {
  compareFilesRequest,
  describeReleasesRequest,
  type ComparedFilesResult,
  type DescribedReleases,
} from '#server/protocol/protocol.ts';
import type { LspCapability } from '../context.ts';

const feature: LspCapability = {
  register(context) {
    const load = () => import('../compareReleases.ts');
    context.connection.onCustomRequest(compareFilesRequest, async (params: unknown): Promise<ComparedFilesResult> =>
      (await load()).compareFiles(context, params),
    );
    context.connection.onCustomRequest(describeReleasesRequest, async (params: unknown): Promise<DescribedReleases> =>
      (await load()).describeReleases(params),
    );
  },
};
export default feature;
