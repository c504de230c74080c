/** Tests the check of values before they are written. It is stricter than the rules. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { validateConfigValue } from '#core/peerPods/validateConfigValue.ts';
import { keyNamed, listConfigKeys } from '#core/peerPods/keys/index.ts';
import { presetSettings } from '#core/operations/peerPods/presets.ts';
import { documentedProviders } from '#core/peerPods/providers.ts';
import { secretKeyNamed } from '#core/peerPods/keys/secretKeys.ts';
import { newestRelease, releases } from '#core/product/releases.ts';

function check(name: string, text: string): string | undefined {
  const key = keyNamed(name);
  assert.ok(key, name);
  return validateConfigValue(key, text, newestRelease);
}

describe('peer pods value check', () => {
  it('accepts valid values', () => {
    const right: readonly (readonly [string, string])[] = [
      ['AWS_REGION', 'us-east-2'],
      ['AWS_SG_IDS', 'sg-0123456789abcdef0,sg-01234567'],
      ['PODVM_INSTANCE_TYPES', 't2.small,t3.large'],
      ['PEERPODS_LIMIT_PER_NODE', '10'],
      ['VXLAN_PORT', '9000'],
      ['PROXY_TIMEOUT', '90s'],
      ['DISABLECVM', 'false'],
      ['TAGS', 'owner=me,purpose=peer pods'],
      ['CLOUD_PROVIDER', 'aws'],
      ['GCP_DISK_TYPE', 'hyperdisk-balanced'],
      ['PODVM_AMI_ID', ''],
    ];
    for (const [name, text] of right) assert.equal(check(name, text), undefined, `${name} ${text}`);
  });

  it('rejects invalid values with a reason', () => {
    const wrong: readonly (readonly [string, string])[] = [
      ['AWS_REGION', 'us-east-2a'],
      ['AWS_REGION', '<aws_region>'],
      ['AWS_SG_IDS', 'sg-0123456789abcdef0, sg-01234567'],
      ['PODVM_INSTANCE_TYPES', 't2.small,,t3.large'],
      ['PEERPODS_LIMIT_PER_NODE', 'ten'],
      ['PEERPODS_LIMIT_PER_NODE', '-1'],
      ['VXLAN_PORT', '70000'],
      ['ROOT_VOLUME_SIZE', '30GB'],
      ['PROXY_TIMEOUT', '5'],
      ['DISABLECVM', 'yes'],
      ['TAGS', 'owner'],
      ['CLOUD_PROVIDER', 'AWS'],
      ['GCP_CONFIDENTIAL_TYPE', 'sev-snp'],
      ['AZURE_REGION', 'eastus '],
      ['AZURE_REGION', 'east\u202eus'],
      ['AZURE_REGION', 'eastus\nAZURE_IMAGE_ID: x'],
    ];
    for (const [name, text] of wrong)
      assert.match(check(name, text) ?? '', /^\S.*\.$/s, `${name} ${JSON.stringify(text)}`);
  });

  it("doesn't inspect credentials", () => {
    const key = secretKeyNamed('AWS_SECRET_ACCESS_KEY', 'aws');
    assert.ok(key);
    assert.equal(validateConfigValue(key, 'a/b+c=<x> y', newestRelease), undefined);
    assert.doesNotMatch(validateConfigValue(key, 'z'.repeat(30_000), newestRelease) ?? '', /zz/);
  });

  it('accepts every documented sample and preset in every release', () => {
    for (const release of releases)
      for (const provider of documentedProviders) {
        for (const key of listConfigKeys(provider))
          if (key.sample !== undefined)
            assert.equal(validateConfigValue(key, key.sample, release), undefined, `${key.name} ${release.id}`);
        for (const [name, value] of Object.entries(presetSettings(provider))) {
          const key = keyNamed(name, provider);
          assert.ok(key, name);
          assert.equal(validateConfigValue(key, value, release), undefined, name);
        }
      }
  });
});
