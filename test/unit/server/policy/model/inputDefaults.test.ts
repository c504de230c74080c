/** Tests the defaults for request fields that the runtime didn't set. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { completeInput } from '#server/policy/model/inputDefaults.ts';
import { toJsonText } from '#server/policy/rego/values/formatValue.ts';
import { fromJson } from '#server/policy/rego/values/parseJson.ts';

function complete(request: string, input: unknown, copyFile: 'message' | 'extract' | 'depends' = 'depends') {
  const { input: completed, added } = completeInput(request, fromJson(input), copyFile);
  const value: unknown = JSON.parse(toJsonText(completed));
  return { value, added };
}

describe('completeInput', () => {
  test('adds the default of each type', () =>
    assert.deepEqual(complete('CreateSandboxRequest', { sandbox_pidns: false }), {
      value: {
        dns: [],
        guest_hook_path: '',
        hostname: '',
        kernel_modules: [],
        sandbox_id: '',
        sandbox_pidns: false,
        storages: [],
      },
      added: ['hostname', 'dns', 'storages', 'sandbox_id', 'guest_hook_path', 'kernel_modules'],
    }));

  test('completes messages that the input contains, and leaves others null', () => {
    const { value, added } = complete('UpdateInterfaceRequest', {
      interface: { name: 'eth0', IPAddresses: [{ address: '10.0.0.1' }, null] },
    });
    assert.deepEqual(value, {
      interface: {
        IPAddresses: [{ address: '10.0.0.1', family: 0, mask: '' }, null],
        device: '',
        devicePath: '',
        hwAddr: '',
        mtu: 0,
        name: 'eth0',
        raw_flags: 0,
        type_: '',
      },
    });
    assert.equal(added.filter((path) => path === 'interface.IPAddresses[_].mask').length, 1);
    assert.deepEqual(complete('UpdateInterfaceRequest', {}).value, { interface: null });
  });

  test('leaves optional numbers null', () =>
    assert.deepEqual(complete('MemAgentMemcgConfig', { swap: true }).value, {
      disabled: null,
      eviction_psi_percent_limit: null,
      eviction_run_aging_count_min: null,
      period_psi_percent_limit: null,
      period_secs: null,
      swap: true,
      swappiness_max: null,
    }));

  test('adds only the fields of CopyFileRequest that the agent is known to send', () => {
    const path = '/run/kata-containers/a';
    const names = (copyFile: 'message' | 'extract' | 'depends') =>
      complete('CopyFileRequest', { path }, copyFile).added;
    assert.ok(names('message').includes('data'));
    assert.ok(names('extract').includes('symlink_target'));
    assert.deepEqual(
      names('depends').filter((name) => name === 'data' || name === 'symlink_target' || name === 'file_type'),
      [],
    );
  });

  test('keeps unknown fields, other values, and the input of unknown requests', () => {
    assert.deepEqual(complete('StartContainerRequest', { other: 1, container_id: 5 }), {
      value: { container_id: 5, other: 1 },
      added: [],
    });
    assert.deepEqual(complete('StartContainerRequest', 'text').value, 'text');
    assert.deepEqual(complete('NoRequest', { a: 1 }), { value: { a: 1 }, added: [] });
  });
});
