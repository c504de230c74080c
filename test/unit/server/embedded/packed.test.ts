import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { describe, test } from 'node:test';
import { packInitdata, packPolicy, unpackInitdata, unpackPolicy } from '#server/engine/encoding/pack.ts';
import { readPacked, writePacked } from '#server/embedded/embeddedText.ts';
import { applyEdits } from '#server/engine/findings/applyFixes.ts';

const policyKey = 'io.katacontainers.config.agent.policy';
const initdataKey = 'io.katacontainers.config.hypervisor.cc_init_data';
/** Policy whose length requires base64 padding. */
const rego = 'package agent_policy\ndefault ExecProcessRequest := false\n\n';
const toml = 'algorithm = "sha256"\nversion = "0.1.0"\n[data]\n';

const pod = (value: string, key = policyKey) =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n  annotations:\n    ${key}: ${value}\nspec: {}\n`;
const at = (key = policyKey, document = 0) => ({ document, path: ['metadata', 'annotations', key] });
const written = (text: string, content: string, place = at()) => {
  const { edits, problem } = writePacked(text, place, content);
  assert.equal(problem, undefined);
  return applyEdits(text, edits);
};
const refusal = (text: string, place = at()) => {
  const { edits, problem } = writePacked(text, place, rego);
  assert.deepEqual(edits, []);
  return problem;
};

describe('embedded value reader', () => {
  test('decodes a policy', () =>
    assert.deepEqual(readPacked(pod(packPolicy(rego)), at()), { language: 'rego', content: rego }));
  test('decodes initdata from both annotations and from a ConfigMap', () => {
    for (const key of [initdataKey, 'io.katacontainers.config.runtime.cc_init_data'])
      assert.deepEqual(readPacked(pod(`"${packInitdata(toml)}"`, key), at(key)), { language: 'toml', content: toml });
    const map = `a: b\n---\nkind: ConfigMap\ndata:\n  INITDATA: ${packInitdata(toml)}\n`;
    assert.deepEqual(readPacked(map, { document: 1, path: ['data', 'INITDATA'] }), { language: 'toml', content: toml });
  });
  test('returns empty content for an empty value', () =>
    assert.deepEqual(
      [pod(''), pod('""')].map((text) => readPacked(text, at())),
      Array.from({ length: 2 }, () => ({ language: 'rego', content: '' })),
    ));
  test('reports a recoverable encoding problem together with the content', () => {
    const { content, problem } = readPacked(pod(packPolicy(rego).replace(/=*$/, '')), at());
    assert.equal(content, rego);
    assert.match(problem ?? '', /Invalid base64 padding/);
  });
  test("reports why a value can't be decoded", () => {
    const problemOf = (value: string, key: string) => {
      const { content, problem } = readPacked(pod(value, key), at(key));
      assert.equal(content, undefined);
      return problem ?? '';
    };
    assert.match(problemOf('a*b', policyKey), /isn't a base64 character/);
    assert.match(problemOf(Buffer.from([0xff, 0xfe]).toString('base64'), policyKey), /isn't UTF-8 text/);
    assert.match(problemOf('H4sIAAAA', initdataKey), /truncated/);
    assert.match(problemOf(gzipSync(Buffer.alloc(50_000_000, 97)).toString('base64'), initdataKey), /exceeds 4096 KiB/);
  });
  test('reports a path without an embedded value', () => {
    const problemOf = (text: string, place = at()) => readPacked(text, place).problem ?? '';
    assert.match(problemOf(pod('x'), at('other')), /doesn't contain an embedded policy/);
    assert.match(problemOf(pod('x'), at(policyKey, 1)), /value no longer exists/);
    assert.match(problemOf('kind: Pod\n'), /value no longer exists/);
    assert.match(problemOf(pod('[a]')), /isn't a string/);
    assert.match(problemOf('a: {{ if }}\n{{- end }}\n'), /template|no longer exists/);
  });
});

describe('embedded value writer', () => {
  const other = `${rego}# more\n`;
  test('changes only the value and keeps its quotation marks', () => {
    for (const quote of ['"', "'", '']) {
      const text = pod(`${quote}${packPolicy(rego)}${quote} # a comment`);
      assert.equal(written(text, other), pod(`${quote}${packPolicy(other)}${quote} # a comment`));
    }
  });
  test('edits the second document', () => {
    const text = `${pod('x')}---\n${pod(packPolicy(rego))}`;
    assert.equal(written(text, other, at(policyKey, 1)), `${pod('x')}---\n${pod(packPolicy(other))}`);
  });
  test('makes no edit for unchanged content, regardless of its compression', () => {
    const foreign = gzipSync(toml, { level: 1 }).toString('base64');
    assert.deepEqual(writePacked(pod(foreign, initdataKey), at(initdataKey), toml), { edits: [] });
    assert.deepEqual(writePacked(pod(packPolicy(rego)), at(), rego), { edits: [] });
  });
  test('preserves initdata exactly', () => {
    const text = written(pod(packInitdata(toml), initdataKey), `${toml}# é\r\n`, at(initdataKey));
    assert.equal(readPacked(text, at(initdataKey)).content, `${toml}# é\r\n`);
    assert.equal(unpackInitdata(/cc_init_data: (\S+)/.exec(text)?.[1] ?? '').problems.length, 0);
  });
  test('fixes encoding problems', () =>
    assert.equal(written(pod(packPolicy(rego).replace(/=*$/, '')), rego), pod(packPolicy(rego))));
  test('fills an empty value, and empties it for empty content', () => {
    assert.equal(written(pod('').replace(': \n', ':\n'), rego), pod(`"${packPolicy(rego)}"`));
    assert.equal(written(pod('""'), rego), pod(`"${packPolicy(rego)}"`));
    assert.equal(written(pod(packPolicy(rego)), ''), pod('""'));
  });
  test('joins a value that spans several lines', () => {
    const packed = packPolicy(rego);
    const text = written(pod(`"${packed.slice(0, 10)}\n      ${packed.slice(10)}"`), other);
    assert.equal(unpackPolicy(/policy: "(\S+)"/.exec(text)?.[1] ?? '').text, other);
  });
  test('rejects block scalars, anchors, templates, aliases, and broken YAML with a reason', () => {
    assert.match(refusal(pod(`|\n      ${packPolicy(rego)}`)) ?? '', /block/);
    assert.match(refusal(pod('&a eA==')) ?? '', /anchor/);
    assert.match(refusal(pod('"${POLICY}"')) ?? '', /template/);
    assert.match(refusal(`a: &x eA==\n${pod('*x')}`) ?? '', /alias/);
    assert.match(refusal('metadata:\n  annotations: [\n') ?? '', /Can't parse the YAML|no longer exists/);
  });
});
