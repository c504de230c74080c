/** Tests how the command line checks configuration files of Kata. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { folderOf, lint } from '../osc.ts';

const slip = '[hypervisor.qemu]\ndefualt_memory = 4096\n';
const rust = '[runtime]\nhypervisor_name = "qemu"\nagent_name = "kata"\n';

describe('osc-tools lint for configuration.toml', () => {
  test('checks the files of a folder, and combines a main file with its drop-ins', async () => {
    const cwd = folderOf({
      'go/configuration.toml': slip,
      'go/configuration-qemu.toml.in': `${slip}rootfs_type = @DEFROOTFSTYPE@\n`,
      'rust/configuration.toml': rust,
      'rust/config.d/10-name.toml': '[runtime]\nname = "virt_container"\n[agent.kata]\ndial_timeout = 1\n',
      'other/Cargo.toml': '[package]\n',
    });
    const { status, stdout, stderr } = await lint(['.'], { cwd });
    assert.deepEqual([status, stderr], [1, '']);
    assert.match(
      stdout,
      /^go\/configuration\.toml:2:1: warning: Kata ignores the unknown key "defualt_memory".*osc\/kata-config-unknown-key\]$/m,
    );
    assert.match(stdout, /^go\/configuration-qemu\.toml\.in:2:1: warning: /m);
    assert.match(
      stdout,
      /^rust\/config\.d\/10-name\.toml:4:1: error: runtime-rs rejects dial_timeout .*osc\/kata-config-runtime\]$/m,
    );
    assert.match(stdout, /^4 files checked: 1 error, 2 warnings/m);
  });

  test('checks files with any name in config.d of a folder of Kata, and no other files', async () => {
    const cwd = folderOf({
      'etc/kata-containers/config.d/20-own': slip,
      'files/kata-containers/config.d/30.conf': '[runtime]\nenable_debgu = true\n',
      'etc/kata-containers/config.d/README': 'Settings of our team\n',
      'etc/kata-containers/notes': slip,
      'etc/app/config.d/20-own': slip,
      'config.d/20-own': slip,
    });
    const { stdout, stderr } = await lint(['.'], { cwd });
    assert.equal(stderr, '');
    assert.match(stdout, /^etc\/kata-containers\/config\.d\/20-own:2:1: warning: .*defualt_memory/m);
    assert.match(stdout, /^files\/kata-containers\/config\.d\/30\.conf:2:1: warning: .*enable_debgu/m);
    assert.match(stdout, /^2 files checked: 0 errors, 2 warnings/m);
  });

  test('checks for the Kata version of an option', async () => {
    const cwd = folderOf({ 'configuration.toml': '[hypervisor.qemu]\nfile_mem_backend = "/dev/shm"\n' });
    const run = async (...args: readonly string[]) => (await lint([...args, '.'], { cwd })).stdout;
    assert.match(await run(), /info: Kata 3\.32\.0 and later ignore file_mem_backend/);
    assert.match(await run('--kata-version', '4.1'), /warning: Kata 4\.1\.0 ignores file_mem_backend/);
    assert.doesNotMatch(await run('--kata-version', '3.31.0'), /file_mem_backend/);
    for (const version of ['3.16', '4.2', 'latest']) {
      const { status, stdout, stderr } = await lint(['--kata-version', version, '.'], { cwd });
      assert.deepEqual([status, stdout], [2, ''], version);
      assert.match(stderr, /Supported Kata versions: 3\.17 to 4\.1\./);
    }
  });

  test('fixes files and MachineConfigs', async () => {
    const source = `data:;base64,${Buffer.from(slip).toString('base64')}`;
    const machineConfig = `apiVersion: machineconfiguration.openshift.io/v1\nkind: MachineConfig\nmetadata:\n  name: a\nspec:\n  config:\n    storage:\n      files:\n        - path: /opt/kata/configuration.toml\n          contents:\n            source: ${source}\n`;
    const cwd = folderOf({ 'configuration.toml': slip, 'mc.yaml': machineConfig });
    const { status, stdout } = await lint(['--fix', '.'], { cwd });
    assert.equal(status, 0, stdout);
    const right = slip.replace('defualt', 'default');
    assert.equal(readFileSync(path.join(cwd, 'configuration.toml'), 'utf8'), right);
    assert.ok(readFileSync(path.join(cwd, 'mc.yaml'), 'utf8').includes(Buffer.from(right).toString('base64')));
  });
});
