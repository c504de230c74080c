/** Tests peer-pods-cm and peer-pods-secret: how they are created, and how they are applied to a cluster. */
import assert from 'node:assert/strict';
import { settingsProblem } from '#core/operations/peerPods/settingsProblem.ts';
import { describe, it } from 'node:test';
import { peerPodsCredentialsProcedure, peerPodsProcedure } from '#core/operations/procedures/peerPods.ts';
import { failureDetail } from '#client/operations/peerPods/failureDetail.ts';
import { lacksPeerPods, lacksPeerPodsSecret } from '#core/status/peerPods/peerPodsParts.ts';
import { credentialsSetAnnotation } from '#core/cluster/watchedKinds/secret.ts';
import { formatTimestamp } from '#core/common/time.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { collectClusterValues } from '#core/operations/peerPods/clusterValues.ts';
import { newestRelease } from '#core/product/releases.ts';
import { keysToFind } from '#core/operations/peerPods/keysToFind.ts';
import {
  openCommands,
  openKeys,
  settingsOf,
  withCertain,
  type PeerPodsDraft,
} from '#client/operations/peerPods/peerPodsDraft.ts';
import { configMaps, secrets } from '#simulator/controllers/framework/resourceNames.ts';
import { liveStage, type LiveStage } from '#test/support/cluster/liveStage.ts';
import { playProcedure, stepsOf } from '#test/support/operations/procedureStage.ts';

const here = (name: string) => ({ name, namespace: operatorNamespace });

function without(stage: LiveStage): LiveStage {
  stage.cluster.client.remove(configMaps, here('peer-pods-cm'));
  stage.cluster.client.remove(secrets, here('peer-pods-secret'));
  return stage;
}

describe('peer pods configuration on a cluster', () => {
  const settings = { CLOUD_PROVIDER: 'aws', AWS_REGION: 'us-east-2', PEERPODS_LIMIT_PER_NODE: '10' };

  it('creates each missing object once and never shows credentials', async () => {
    const stage = without(liveStage({ name: 'peer-pods' }));
    const credentials = {
      values: { AWS_ACCESS_KEY_ID: 'AKIAHIDDEN', AWS_SECRET_ACCESS_KEY: 'hidden/value' },
      given: stage.now(),
    };
    const played = await playProcedure(stage, peerPodsProcedure, { settings, credentials });
    assert.equal(played.outcome, 'done', played.told.join('\n'));
    assert.deepEqual(played.sent, ['Apply ConfigMap peer-pods-cm', 'Apply Secret peer-pods-secret']);
    assert.equal(played.asked.length, 1);
    const told = JSON.stringify([
      played.told,
      played.asked,
      played.sent,
      played.steps.map(({ changes: _changes, ...step }) => step),
    ]);
    assert.doesNotMatch(told, /AKIAHIDDEN|hidden\/value/);
    assert.match(told, /AWS_SECRET_ACCESS_KEY/);
    const secret = stage.cluster.client.get(secrets, 'peer-pods-secret', operatorNamespace);
    assert.equal(secret?.metadata.annotations?.[credentialsSetAnnotation], formatTimestamp(credentials.given));
  });

  it('updates existing objects, keeps other keys, and warns that old credentials are lost', async () => {
    const stage = liveStage({ name: 'peer-pods' });
    const before =
      [...stage.snapshot().configMaps.items.values()].find(({ name }) => name === 'peer-pods-cm')?.data ?? {};
    const credentials = { values: { AWS_ACCESS_KEY_ID: 'a' }, given: stage.now() };
    const [map] = await stepsOf(stage, peerPodsProcedure, { settings: { PEERPODS_LIMIT_PER_NODE: '33' }, credentials });
    assert.match(map?.gate?.consequences.join('\n') ?? '', /old values are lost/);
    const played = await playProcedure(stage, peerPodsProcedure, {
      settings: { PEERPODS_LIMIT_PER_NODE: '33' },
      credentials,
    });
    assert.equal(played.outcome, 'done', played.told.join('\n'));
    const after = [...stage.snapshot().configMaps.items.values()].find(({ name }) => name === 'peer-pods-cm')?.data;
    assert.deepEqual(after, { ...before, PEERPODS_LIMIT_PER_NODE: '33' });
  });

  it('writes only the credentials after a confirmation, and the cluster no longer reports them as missing', async () => {
    const stage = liveStage({ name: 'peer-pods' });
    stage.cluster.client.remove(secrets, here('peer-pods-secret'));
    assert.equal(lacksPeerPodsSecret(stage.snapshot()), true);
    const played = await playProcedure(stage, peerPodsCredentialsProcedure, {
      values: { AWS_ACCESS_KEY_ID: 'AKIAHIDDEN' },
      given: stage.now(),
    });
    assert.equal(played.outcome, 'done', played.told.join('\n'));
    assert.deepEqual(played.sent, ['Apply Secret peer-pods-secret']);
    assert.equal(played.asked.length, 1);
    assert.doesNotMatch(JSON.stringify([played.told, played.asked, played.sent]), /AKIAHIDDEN/);
    assert.equal(lacksPeerPodsSecret(stage.snapshot()), false);
  });

  it('is blocked until the operator namespace exists', async () => {
    const stage = liveStage({ name: 'operator-missing' });
    const [only, ...others] = await stepsOf(stage, peerPodsProcedure, { settings });
    assert.equal(others.length, 0);
    assert.equal(only?.state, 'blocked');
    assert.match(only?.todo ?? '', /Install the operator/);
  });
});

describe('peer pods settings draft', () => {
  const infrastructure = { name: 'demo', platform: 'AWS', region: 'us-east-2' };
  const machines = { nodes: [{ name: 'worker-0', providerId: 'aws:///us-east-2a/i-0123456789abcdef0' }], sets: [] };
  const draft = (more: Partial<PeerPodsDraft> = {}): PeerPodsDraft => ({
    provider: 'aws',
    release: newestRelease,
    infrastructure,
    machines,
    present: {},
    candidates: collectClusterValues('aws', infrastructure, machines),
    found: new Map(),
    ...more,
  });

  it('uses unambiguous cluster values and queries the cloud provider for the rest', () => {
    const certain = withCertain(draft());
    assert.deepEqual([...certain.found.keys()], ['AWS_REGION']);
    assert.deepEqual(
      openKeys(certain).map(({ key }) => key.name),
      ['AWS_SUBNET_ID', 'AWS_VPC_ID', 'AWS_SG_IDS'],
    );
    assert.deepEqual(
      openCommands(certain).map(({ key, argv }) => `${key} ${argv[0]}`),
      ['AWS_SUBNET_ID aws', 'AWS_VPC_ID aws', 'AWS_SG_IDS aws'],
    );
  });

  it('keeps valid settings and drops placeholders', () => {
    const certain = withCertain(
      draft({
        present: {
          AWS_VPC_ID: 'vpc-0123456789abcdef0',
          AWS_SUBNET_ID: '<subnet_id>',
          PODVM_AMI_ID: 'ami-0123456789abcdef0',
        },
      }),
    );
    assert.equal(certain.found.get('AWS_VPC_ID')?.from, 'from peer-pods-cm');
    assert.ok(!certain.found.has('AWS_SUBNET_ID'));
    assert.equal(
      settingsOf(certain)['PODVM_AMI_ID'],
      'ami-0123456789abcdef0',
      'the image that the operator made stays',
    );
  });

  it('excludes credentials and keys used only for lookups', () => {
    const settings = settingsOf(
      draft({
        present: { AWS_SECRET_ACCESS_KEY: '***', X: 'y' },
        found: new Map([['AZURE_VNET_NAME', { value: 'v', from: '', sure: true }]]),
      }),
    );
    assert.equal(settings['AWS_SECRET_ACCESS_KEY'], undefined);
    assert.equal(settings['AZURE_VNET_NAME'], undefined);
    assert.equal(settings['X'], 'y');
    assert.equal(settings['CLOUD_PROVIDER'], 'aws');
  });

  it('lists the values to find for each cloud provider', () => {
    const names = (provider: 'azure' | 'gcp' | 'libvirt') =>
      keysToFind(provider).map(({ key, required }) => `${key.name}${required ? '' : '?'}`);
    assert.deepEqual(names('azure'), ['AZURE_REGION', 'AZURE_RESOURCE_GROUP', 'AZURE_SUBNET_ID', 'AZURE_NSG_ID?']);
    assert.deepEqual(names('gcp'), ['GCP_PROJECT_ID', 'GCP_ZONE', 'GCP_NETWORK', 'GCP_SUBNETWORK?']);
    assert.ok(names('libvirt').includes('LIBVIRT_POOL'));
  });

  it('is validated again after manual edits', () => {
    const right = {
      CLOUD_PROVIDER: 'aws',
      AWS_REGION: 'us-east-2',
      AWS_SUBNET_ID: 'subnet-01234567',
      AWS_VPC_ID: 'vpc-01234567',
      AWS_SG_IDS: 'sg-01234567',
      PODVM_AMI_ID: '',
    };
    const problem = (more: Record<string, unknown>) => settingsProblem({ ...right, ...more }, newestRelease);
    assert.equal(problem({}), undefined);
    assert.match(problem({ VXLAN_PORT: 9000 }) ?? '', /quotation marks/);
    assert.match(problem({ AWS_REGION: 'nowhere' }) ?? '', /AWS_REGION doesn't accept/);
    assert.match(problem({ AWS_VPC_ID: '' }) ?? '', /they have no value: AWS_VPC_ID\./);
    assert.match(problem({ CLOUD_PROVIDER: 'AWS' }) ?? '', /in lowercase/);
    const leaked = problem({ AWS_SECRET_ACCESS_KEY: 'do-not-show' }) ?? '';
    assert.match(leaked, /Move it to peer-pods-secret/);
    assert.doesNotMatch(leaked, /do-not-show/);
  });
});

describe('failed cloud command', () => {
  it('shows the command and its complete output', () => {
    assert.deepEqual(failureDetail({ line: 'aws ec2', message: 'x', output: 'one\ntwo' }), {
      text: 'aws ec2\n\none\ntwo',
      isCut: false,
    });
    assert.equal(
      failureDetail({ line: 'aws ec2', message: 'x' }).text,
      'aws ec2\n\nThe command printed no error output.',
    );
    assert.equal(failureDetail({ line: 'aws ec2', message: 'x', isMissing: true }).text, 'aws ec2');
  });

  it('shows the end of a long output, and names the log', () => {
    const { text, isCut } = failureDetail({ line: 'aws ec2', message: 'x', output: `${'a'.repeat(9000)}the end` });
    assert.equal(isCut, true);
    assert.ok(text.length < 4000);
    assert.match(text, /the end\n\nTo see the complete output, open the extension's log\.$/);
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n');
    const ofLines = failureDetail({ line: 'aws ec2', message: 'x', output: `${lines}\nthe error` });
    assert.match(
      ofLines.text,
      /^aws ec2\n\n…line 31\nline 32\n[^]*\nthe error\n\nTo see the complete output, open the extension's log\.$/,
    );
    assert.equal(failureDetail({ line: 'aws ec2', message: 'x', output: 'a\n'.repeat(9) + 'b' }).isCut, false);
  });
});

describe('peer pods', () => {
  it('are reported as not configured if the cluster shows it', () => {
    assert.equal(lacksPeerPods(liveStage({ name: 'two-workers-installed' }).snapshot()), true);
    assert.equal(lacksPeerPods(liveStage({ name: 'peer-pods' }).snapshot()), false);
  });
});
