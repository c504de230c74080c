/** Tests type inference: where terms come from, and their types in the requests that evaluate them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { describeType } from '#core/agent/inputs/inputType.ts';
import { formatInputPath } from '#server/policy/lsp/markdown.ts';
import { findRegoNodes } from '#server/policy/rego/syntax/walk.ts';
import { head, marked } from '#test/support/manifests/markedText.ts';

/** Returns the origin and type of the variable or ref that ends at the mark. */
const typeAt = (written: string, release = '1.12'): string | undefined => {
  const { at, offset } = marked(head + written, { release });
  const node = findRegoNodes(at.module, offset - 1).findLast(
    ({ type, node }) => type === 'term' && node.end === offset && (node.kind === 'variable' || node.kind === 'ref'),
  );
  const wider =
    findRegoNodes(at.module, offset - 1).find(
      ({ type, node }) => type === 'term' && node.end === offset && (node.kind === 'variable' || node.kind === 'ref'),
    ) ?? node;
  const origin = wider?.type === 'term' ? at.types.originOf(wider.node) : undefined;
  if (origin === undefined) return undefined;
  const type = at.types.typeOf(origin, at.types.requestsOf(at.types.ruleAt(offset)));
  return `${formatInputPath(origin.root, origin.path)}: ${type === undefined ? '?' : describeType(type)}`;
};
const requestsAt = (written: string): readonly string[] => {
  const { at, offset } = marked(head + written);
  return at.types.requestsOf(at.types.ruleAt(offset));
};

describe('type inference', () => {
  test('resolves request fields', () => {
    assert.equal(typeAt('ExecProcessRequest if input.process.Args¦\n'), 'input.process.Args: list of string');
    assert.equal(typeAt('CreateContainerRequest if input.OCI.Mounts[i].type_¦\n'), 'input.OCI.Mounts[_].type_: string');
    assert.equal(typeAt('CreateContainerRequest if input.OCI.Mounts[0]¦\n'), 'input.OCI.Mounts[0]: Mount');
    assert.equal(typeAt('ExecProcessRequest if input.OCI¦\n'), 'input.OCI: ?');
  });

  test('follows variables and loops', () => {
    assert.equal(
      typeAt('ExecProcessRequest if { p := input.process; a = p.Args; a¦ }\n'),
      'input.process.Args: list of string',
    );
    assert.equal(
      typeAt('ExecProcessRequest if { some a in input.process.Args; a¦ }\n'),
      'input.process.Args[_]: string',
    );
    assert.equal(
      typeAt('ExecProcessRequest if { some i, a in input.process.Args; a¦ }\n'),
      'input.process.Args[_]: string',
    );
    assert.equal(typeAt('ExecProcessRequest if { some i, a in input.process.Args; i¦ }\n'), undefined);
    assert.equal(
      typeAt('CreateContainerRequest if { every m in input.OCI.Mounts { m.source¦ } }\n'),
      'input.OCI.Mounts[_].source: string',
    );
    assert.equal(
      typeAt('CreateContainerRequest if { some m; m = input.OCI.Mounts[_]; m¦ }\n'),
      'input.OCI.Mounts[_]: Mount',
    );
    assert.equal(
      typeAt('CreateContainerRequest if { x := object.get(input.OCI, "Process", {}); x¦ }\n'),
      'input.OCI.Process: Process',
    );
    assert.equal(typeAt('oci := input.OCI\nCreateContainerRequest if { oci.Root¦ }\n'), 'input.OCI.Root: Root');
  });

  test('follows import aliases', () => {
    assert.equal(
      typeAt('import input.OCI as oci\nCreateContainerRequest if { oci.Root¦ }\n'.replace(head, '')),
      'input.OCI.Root: Root',
    );
  });

  test('infers a parameter type when all calls agree', () => {
    assert.equal(typeAt('CreateContainerRequest if ok(input.OCI)\nok(x) if x¦\n'), 'input.OCI: Spec');
    assert.equal(
      typeAt('CreateContainerRequest if { ok(1, input.OCI); ok(2, input.OCI) }\nok(a, x) if x.Process¦\n'),
      'input.OCI.Process: Process',
    );
    assert.equal(typeAt('CreateContainerRequest if { ok(input.OCI); ok(input.storages) }\nok(x) if x¦\n'), undefined);
    assert.equal(typeAt('CreateContainerRequest if { ok(input.OCI); ok(1) }\nok(x) if x¦\n'), undefined);
  });

  test('returns no type for circular references', () => {
    assert.equal(typeAt('X if { a := b; b := a; a¦ }\n'), undefined);
    assert.equal(typeAt('f(x) if f(x¦)\n'), undefined);
    assert.equal(typeAt('a := b\nb := a¦\n'), undefined);
  });

  test('ignores a local variable that shadows `input`', () => {
    assert.equal(typeAt('X if { input := {"process": 1}; input.process¦ }\n'), undefined);
  });

  test('resolves policy_data fields', () => {
    assert.equal(
      typeAt('X if policy_data.containers[0].OCI¦\npolicy_data := {}\n'),
      'policy_data.containers[0].OCI: Spec',
    );
    assert.equal(
      typeAt('X if policy_data.containers[0].OCI.Process.Args¦\npolicy_data := {}\n'),
      'policy_data.containers[0].OCI.Process.Args: list of string',
    );
    assert.equal(
      typeAt('X if data.agent_policy.policy_data.common.cpath¦\npolicy_data := {}\n'),
      'policy_data.common.cpath: string',
    );
    assert.equal(
      typeAt('X if { some c in policy_data.containers; c.sandbox_pidns¦ }\npolicy_data := {}\n'),
      'policy_data.containers[_].sandbox_pidns: bool',
    );
  });

  test('resolves the CopyFileRequest fields that the guest exposes', () => {
    assert.equal(typeAt('CopyFileRequest if input.data¦\n', '1.11'), 'input.data: bytes, as a list of numbers');
    assert.equal(typeAt('CopyFileRequest if input.data¦\n', '1.12'), 'input.data: ?');
    assert.match(typeAt('CopyFileRequest if input.file_type¦\n', '1.12') ?? '', /Regular/);
  });
});

describe('request inference', () => {
  test('returns the request of a rule, or the requests that use a helper', () => {
    assert.deepEqual(requestsAt('ExecProcessRequest if { ¦true }\n'), ['ExecProcessRequest']);
    assert.deepEqual(
      requestsAt('ExecProcessRequest if a\nCopyFileRequest if a\na if b(1)\nb(x) if { ¦true }\n').toSorted(),
      ['CopyFileRequest', 'ExecProcessRequest'],
    );
    assert.deepEqual(requestsAt('ExecProcessRequest if { x }\nlonely if { ¦true }\n'), []);
    assert.deepEqual(requestsAt('a if { b }\nb if { a; ¦true }\n'), []);
  });
});
