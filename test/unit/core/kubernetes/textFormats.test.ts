/** Tests which images get findings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTextProblem } from '#core/kubernetes/textFormats.ts';

const isValid = (image: string) => findTextProblem('core.v1.Container', 'image', image) === undefined;

test('accepts the image references that the kubelet or ko can read', () => {
  const digest = `sha256:${'0'.repeat(64)}`;
  for (const image of [
    'web',
    `localhost:5000/web:1.0@${digest}`,
    '[2001:db8::1]:5000/a/b',
    'docker.io/library/nginx:1.2.3-alpine_x.y',
    'ko://github.com/Example/app/cmd/web',
  ])
    assert.ok(isValid(image), image);
  for (const image of ['oci://quay.io/a/b', 'quay.io/Example/web', 'a//b', `web@${digest}0`, 'web:a:b'])
    assert.ok(!isValid(image), image);
});
