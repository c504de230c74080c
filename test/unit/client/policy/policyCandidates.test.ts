import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mergeCandidates, type PolicyCandidate } from '#client/policy/policyCandidates.ts';

const candidate = (uri: string): PolicyCandidate<string> => ({ uri, label: uri, description: '' });
const merged = (open: readonly string[], files: readonly string[]) =>
  mergeCandidates(open.map(candidate), files.map(candidate)).map(({ uri }) => uri);

describe('policies to select from', () => {
  test('include an open policy that is not saved, also in a workspace without policies', () => {
    assert.deepEqual(merged(['untitled:Untitled-1'], []), ['untitled:Untitled-1']);
    assert.deepEqual(merged(['untitled:Untitled-1'], ['file:///a.rego']), ['untitled:Untitled-1', 'file:///a.rego']);
  });
  test('list an open file once, even if it is open in several tabs', () =>
    assert.deepEqual(merged(['file:///b.rego', 'file:///b.rego'], ['file:///a.rego', 'file:///b.rego']), [
      'file:///b.rego',
      'file:///a.rego',
    ]));
});
