/** Tests what is read from the cluster before a debug shell opens on a node. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fail, succeed } from '#core/common/result.ts';
import { findDebugImage, listDebugPods } from '#client/terminal/nodeShell/debugPods.ts';
import { ScriptedConnection } from '#test/support/cluster/scriptedConnection.ts';

const { signal } = new AbortController();

function pod(name: string, source: string): object {
  const annotations = { 'debug.openshift.io/source-resource': source };
  return { metadata: { name, namespace: 'default', uid: name, annotations } };
}

test('only the debug pods of the node are listed, and only the pods on it are requested', async () => {
  const connection = new ScriptedConnection();
  const asked: unknown[] = [];
  connection.answer = ({ path, query }) => {
    asked.push([path, query['fieldSelector']]);
    return succeed({
      items: [
        pod('left', '/v1, Resource=nodes/worker-0'),
        pod('other', '/v1, Resource=nodes/worker-1'),
        { metadata: { name: 'web', namespace: 'shop', uid: 'web' } },
        'damaged',
      ],
    });
  };
  const found = await listDebugPods(connection, 'worker-0', signal);
  assert.deepEqual(asked, [['/api/v1/pods', 'spec.nodeName=worker-0']]);
  assert.deepEqual(found.ok && found.value.map(({ name }) => name), ['left']);
});

test('the image is that of the image stream tag, or the one that oc falls back to', async () => {
  const connection = new ScriptedConnection();
  connection.answer = () => succeed({ image: { dockerImageReference: 'quay.io/openshift/tools@sha256:1' } });
  assert.equal(await findDebugImage(connection, signal), 'quay.io/openshift/tools@sha256:1');
  connection.answer = () => fail({ kind: 'notFound', message: 'no such tag' });
  assert.equal(await findDebugImage(connection, signal), 'registry.redhat.io/rhel8/support-tools');
});
