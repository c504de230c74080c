import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isReviewDocument, peerPodsReviewName } from '#client/language/documents/reviewDocument.ts';
import { statusFiles } from '#client/language/server/statusFileMiddleware.ts';

const contexts = ['demo', 'default/api-demo:6443/kube:admin', 'x'.repeat(280)];
const review = (context: string) => ({ scheme: 'untitled', path: `${peerPodsReviewName(context)}.yaml` });

describe('review document', () => {
  test('is recognized by its name', () => {
    for (const context of contexts) assert.ok(isReviewDocument({ uri: review(context) }), context);
    const { path } = review('demo');
    assert.ok(isReviewDocument({ uri: { scheme: 'untitled', path: `/${path}` } }));
    for (const uri of [
      { scheme: 'file', path },
      { scheme: 'untitled', path: 'Untitled-1' },
      { scheme: 'untitled', path: `/tmp/${path}` },
      { scheme: 'untitled', path: 'peer-pods-cm.yaml' },
    ])
      assert.ok(!isReviewDocument({ uri }), uri.path);
  });

  test('has no CodeLens with the cluster of the checks', () => {
    const { provideCodeLenses } = statusFiles(['untitled']);
    const lenses = (uri: { readonly scheme: string; readonly path: string }): unknown =>
      provideCodeLenses?.({ uri, languageId: 'yaml' } as never, {} as never, () => []);
    assert.equal(lenses(review('demo')), undefined);
    assert.deepEqual(lenses({ scheme: 'untitled', path: 'Untitled-1' }), []);
  });
});
