/** Tests the rules for Kata's configuration files beyond their examples. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyEdits, selectCompatibleEdits } from '#server/engine/findings/applyFixes.ts';
import { check, type CheckOptions } from '#test/support/manifests/checkText.ts';

const rust = '[runtime]\nname = "virt_container"\nhypervisor_name = "qemu"\nagent_name = "kata"\n';

interface Options extends CheckOptions {
  readonly fileName?: string;
}

/** Returns the findings as `rule severity text`. */
async function found(text: string, options: Options = {}): Promise<string[]> {
  const all = await check(text, { language: 'toml', fileName: 'configuration.toml', ...options });
  for (const { message } of all) assert.match(message, /^[^\n`]{20,240}$/);
  return all.map(
    ({ rule, severity, finding: { start, end } }) =>
      `${rule.replace('osc/kata-config-', '')} ${severity} ${text.slice(start, end)}`,
  );
}

async function fixed(text: string): Promise<string> {
  const all = await check(text, { language: 'toml', fileName: 'configuration.toml' });
  return applyEdits(text, selectCompatibleEdits(all.flatMap(({ finding }) => finding.fixes.slice(0, 1))));
}

describe('rules for configuration.toml', () => {
  test('report unknown keys as ignored by the Go runtime', async () => {
    assert.deepEqual(await found('[hypervisor.qemu]\ndefualt_memory = 4096\n'), ['unknown-key warning defualt_memory']);
    assert.deepEqual(await found('[agent.kata]\ndial_timout = 4\n'), ['unknown-key warning dial_timout']);
  });

  test('report unknown keys as errors where runtime-rs rejects them', async () => {
    assert.deepEqual(await found(`${rust}[agent.kata]\nfoo = 1\n`), ['unknown-key error foo']);
    assert.deepEqual(await found(`${rust}[agent.kata.mem_agent]\nfoo = 1\n`), ['unknown-key error foo']);
    assert.deepEqual(await found(`${rust}[hypervisor.qemu.factory]\nvm_cache_number = 1\n`), [
      'unknown-key error vm_cache_number',
    ]);
    assert.deepEqual(await found(`${rust}[hypervisor.qemu]\nfoo = 1\n`), ['unknown-key warning foo']);
  });

  test('report keys of the Go runtime in a file of runtime-rs', async () => {
    assert.deepEqual(await found(`${rust}[agent.kata]\ndial_timeout = 4\n`), ['runtime error dial_timeout']);
    assert.deepEqual(await found(`${rust}[hypervisor.qemu]\nenable_numa = true\n`), ['runtime warning enable_numa']);
    assert.deepEqual(await found(`${rust}create_container_timeout = 60\n`), [
      'runtime warning create_container_timeout',
    ]);
    assert.deepEqual(await found(`${rust}[factory]\nenable_template = true\n`), ['runtime warning enable_template']);
  });

  test('report keys of runtime-rs in a file of the Go runtime', async () =>
    assert.deepEqual(await found('[agent.kata]\ndial_timeout_ms = 4\n'), ['runtime warning dial_timeout_ms']));

  test('accept the tables and keys that only runtime-rs has', async () => {
    const text = `${rust}log_level = "info"\n[hypervisor.qemu]\nrootless_user = { uid = 1 }\n[hypervisor.qemu.factory]\nenable_template = true\n[agent.kata.mem_agent]\nmem_agent_enable = true\nmemcg_swap = true\n`;
    assert.deepEqual(await found(text), []);
  });

  test('require three keys in the main file of runtime-rs', async () => {
    const text = '[hypervisor.qemu]\n[runtime]\nhypervisor_name = "qemu"\n';
    assert.deepEqual(await found(text), ['runtime error runtime']);
    assert.deepEqual(await found(text, { fileName: 'etc/kata-containers/config.d/10-name.toml' }), []);
    const files = {
      'config.d/10-name.toml': '[runtime]\nname = "virt_container"\nagent_name = "kata"\n[agent.kata]\n',
    };
    assert.deepEqual(await found(text, { files }), []);
  });

  test('report values that runtime-rs rejects', async () => {
    assert.deepEqual(await found(`${rust}[hypervisor.qemu]\nenable_guest_swap = true\n`), ['runtime error true']);
    assert.deepEqual(await found(`${rust}[hypervisor.qemu]\nenable_guest_swap = false\n`), []);
    assert.deepEqual(await found('[hypervisor.qemu]\nenable_guest_swap = true\n'), []);
    const driver = '[hypervisor.qemu]\nblock_device_driver = "virtio-blk"\n';
    assert.deepEqual(await found(`${rust}${driver}`), ['runtime warning "virtio-blk"']);
    assert.deepEqual(await found(driver), []);
  });

  test('use the runtime of the main file for a drop-in', async () => {
    const text = '[agent.kata]\ndial_timeout = 4\n';
    const fileName = 'config.d/10-agent.toml';
    assert.deepEqual(await found(text, { fileName }), []);
    assert.deepEqual(await found(text, { fileName, files: { 'configuration.toml': rust } }), [
      'runtime error dial_timeout',
    ]);
    assert.deepEqual(await found(text, { fileName, files: { 'other/configuration.toml': rust } }), []);
    assert.deepEqual(await found('[agent.kata]\nfoo = 4\n', { fileName }), ['unknown-key warning foo']);
  });

  test('determine the runtime from the path', async () => {
    const fileName = 'opt/kata/runtime-rs/configuration.toml';
    assert.deepEqual(await found('[agent.kata]\ndial_timeout = 4\n', { fileName }), [
      'runtime error agent.kata',
      'runtime error dial_timeout',
    ]);
  });

  test('report keys that depend on the unknown Kata version as information', async () => {
    assert.deepEqual(await found('[hypervisor.qemu]\nfile_mem_backend = ""\n'), ['unknown-key info file_mem_backend']);
    assert.deepEqual(await found('[hypervisor.qemu]\nenable_numa = true\n'), ['unknown-key info enable_numa']);
  });

  test('report values of the wrong type', async () => {
    const cases = [
      ['[runtime]\nsandbox_cgroup_only = "yes"', '"yes"'],
      ['[runtime]\nexperimental = "x"', '"x"'],
      ['[runtime]\nexperimental = [1]', '[1]'],
      ['[hypervisor.qemu]\ndefault_memory = -1', '-1'],
      ['[hypervisor.qemu]\ndefault_memory = 4294967296', '4294967296'],
      ['[hypervisor.qemu]\ndefault_memory = 1.5', '1.5'],
      ['[hypervisor.qemu]\ndefault_memory = { a = 1 }', '{ a = 1 }'],
      ['[hypervisor.qemu]\npath = 1', '1'],
      ['[hypervisor]\ndefault_memory = 1\n[runtime]', '1'],
    ] as const;
    for (const [text, value] of cases) assert.deepEqual(await found(text), [`type error ${value}`], text);
    for (const text of [
      '[hypervisor.qemu]\ndefault_vcpus = 1',
      '[hypervisor.qemu]\ndefault_vcpus = 0.5',
      '[hypervisor.qemu]\nsnp_id_block = """\nA\n"""',
      '[hypervisor.qemu]\ndefault_memory = 0x1_000',
      '[hypervisor.qemu]\ndisk_rate_limiter_bw_max_rate = -1',
    ])
      assert.deepEqual(await found(text), [], text);
  });

  test('report unknown tables', async () =>
    assert.deepEqual(await found('[agent.kata]\n[runtme]\na = 1\n[shim.kata]\n'), [
      'unknown-key warning runtme',
      'unknown-key warning shim.kata',
    ]));

  test('report broken TOML and duplicate keys, and nothing else', async () => {
    assert.deepEqual(await found('[runtime]\nenable_debug = yes\nfoo = 1\n'), ['syntax error yes']);
    assert.deepEqual(await found('[runtime]\nenable_debug = true\nenable_debug = true\nfoo = 1\n'), [
      'syntax error enable_debug',
    ]);
    assert.deepEqual(await found('[runtime]\n<<<<<<< HEAD\nfoo = 1\n=======\n>>>>>>> x\n'), [
      'syntax error <<<<<<< HEAD',
    ]);
  });

  test('report entries of enable_annotations that enable arguments of the virtio-fs daemon', async () => {
    const list = (entry: string) => `[hypervisor.qemu]\nenable_annotations = ["kernel_params", '${entry}']\n`;
    for (const entry of [
      'virtio_fs_extra_args',
      '.*',
      'virtio_fs',
      'extra',
      '^virtio_fs_extra_args$',
      'virtio_(fs|x)_',
    ])
      assert.deepEqual(await found(list(entry)), [`advisory warning '${entry}'`], entry);
    for (const entry of ['virtio_fs_cache', '^fs', 'enable_iommu', '(a*)*b', '[', 'virtio_fs$'])
      assert.deepEqual(await found(list(entry)), [], entry);
    assert.equal(
      await fixed(list('virtio_fs_extra_args')),
      '[hypervisor.qemu]\nenable_annotations = ["kernel_params"]\n',
    );
    assert.equal(
      await fixed('[hypervisor.qemu]\nenable_annotations = ["virtio_fs_extra_args", "path"]\n'),
      '[hypervisor.qemu]\nenable_annotations = ["path"]\n',
    );
    assert.equal(
      await fixed('[hypervisor.qemu]\nenable_annotations = ["virtio_fs_extra_args"]\n'),
      '[hypervisor.qemu]\nenable_annotations = []\n',
    );
  });

  test("don't rename a key to one that the table already contains", async () => {
    const text = '[hypervisor.qemu]\ndefault_memory = 1\ndefualt_memory = 2\n';
    assert.equal(await fixed(text), text);
  });

  test('follow comments that suppress them', async () =>
    assert.deepEqual(
      await found('[runtime]\n# osc-ignore-next-line osc/kata-config-unknown-key: a fork of Kata\nfoo = 1\n'),
      [],
    ));

  test("don't check other TOML files and initdata", async () => {
    const options = { fileName: 'configuration.toml' };
    assert.deepEqual(await found('[database]\nfoo = 1\n', options), []);
    assert.deepEqual(await found('algorithm = "sha256"\nversion = "0.1.0"\n[data]\n[runtime]\nfoo = 1\n', options), []);
    assert.deepEqual(await found('[runtime]\nfoo = 1\n', { fileName: 'config.d/x.toml' }), []);
  });
});

describe('templates of configuration.toml', () => {
  test('can contain names that the build replaces', async () => {
    const text =
      '[hypervisor.qemu]\npath = "@QEMUPATH@"\nrootfs_type = @DEFROOTFSTYPE@\n# don\'t @X@\ndefault_memory = @DEFMEMSZ@\n[agent.@PROJECT_TYPE@]\nenable_debug = "@X@"\nfoo = @A@\n';
    assert.deepEqual(await found(text, { fileName: 'configuration-qemu.toml.in' }), ['unknown-key warning foo']);
    assert.deepEqual(await found(text, { fileName: 'go-qemu.toml.in' }), ['unknown-key warning foo']);
    assert.deepEqual(await found('[runtime]\nfoo = 1\n', { fileName: 'other.toml.in' }), []);
  });
  test("aren't valid TOML without their file extension", async () =>
    assert.deepEqual(await found('[runtime]\nenable_debug = @A@\n'), ['syntax error @']));
});
