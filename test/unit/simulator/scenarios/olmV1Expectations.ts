/** Expectations for the faulty scenarios with OLM v1. clusterExtensions.test.ts tests the simulated OLM v1 itself. */
import assert from 'node:assert/strict';
import { getString } from '#core/common/json.ts';
import { findObjectCondition } from '#simulator/controllers/framework/conditions.ts';
import * as names from '#simulator/controllers/framework/resourceNames.ts';
import { getList } from '#simulator/store/kubeObject.ts';
import type { TestCluster } from '#test/support/cluster/controllersStage.ts';

/** Returns the reason of a condition of the only ClusterExtension. */
function reason({ client }: TestCluster, type: string): string | undefined {
  const [extension] = client.list(names.clusterExtensions);
  return getString(findObjectCondition(getList(extension, 'status', 'conditions'), type), 'reason');
}

const lacksExtension = ({ client }: TestCluster): void => assert.deepEqual(client.list(names.clusterExtensions), []);

/** What each scenario shows before and after its steps. */
export const olmV1Expectations = {
  'install-olm-v1': {
    before: (cluster: TestCluster): void => {
      assert.equal(reason(cluster, 'Installed'), 'Succeeded');
      assert.deepEqual(cluster.client.list(names.subscriptions), []);
    },
    after: (cluster: TestCluster): void => assert.equal(reason(cluster, 'Installed'), 'Succeeded'),
  },
  'olm-v1-techpreview': { before: lacksExtension, after: lacksExtension },
  'olm-v1-missing-right': {
    before: (cluster: TestCluster): void => assert.equal(reason(cluster, 'Progressing'), 'Retrying'),
    after: (cluster: TestCluster): void => assert.equal(reason(cluster, 'Installed'), 'Succeeded'),
  },
};
