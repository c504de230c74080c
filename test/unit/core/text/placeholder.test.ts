import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findPlaceholderForm, findPlaceholderIn, isPlaceholder, isReplacedLater } from '#core/text/placeholder.ts';

describe('placeholder detection', () => {
  for (const text of [
    '<label_key>',
    ' <x> ',
    '__KBS_URL__',
    '****',
    'CHANGEME',
    'change-me',
    'FILL_ME',
    'FILL',
    'FILL IN',
  ])
    test(`recognizes ${JSON.stringify(text)}`, () => assert.equal(isPlaceholder(text), true));
  for (const text of ['$REGION', '${REGION}'])
    test(`recognizes the variable ${text}`, () => assert.equal(findPlaceholderForm(text), 'variable'));
  test('recognizes a text that an overlay replaces', () =>
    assert.equal(findPlaceholderForm('patch-me-see-overlays-dir'), 'overlay'));
  for (const text of [
    '',
    '<>',
    'a<b>',
    '<a><b>',
    '<a',
    'label',
    '__init__',
    '**',
    'FILLER',
    'CHANGEMENT',
    'patch-merge',
  ])
    test(`accepts ${JSON.stringify(text)}`, () => assert.equal(findPlaceholderForm(text), undefined));
  for (const text of ['${REGION:-us-east-2}', '$(REGION)', '{{ .Values.region }}', '$', 'x'.repeat(3000)])
    test(`accepts ${JSON.stringify(text.slice(0, 30))}`, () => assert.equal(findPlaceholderForm(text), undefined));
});

describe('placeholder detection in a longer text', () => {
  for (const [text, found] of [
    ['https://<host>:8080', '<host>'],
    ['https://${KBS_HOST}:8080', '${KBS_HOST}'],
    ['\n__TRUSTEE_CA_PEM__\n', '__TRUSTEE_CA_PEM__'],
    ['https://CHANGEME:8080', 'CHANGEME'],
  ] as const)
    test(`finds ${found}`, () => {
      const placeholder = findPlaceholderIn(text);
      assert.equal(placeholder?.text, found);
      assert.equal(text.slice(placeholder?.start).startsWith(found), true);
    });
  test('finds nothing in a URL', () => assert.equal(findPlaceholderIn('https://kbs.example.com:8080'), undefined));
});

test('only words without special syntax count as replaced later', () => {
  for (const text of ['****', 'CHANGEME', 'FILL_ME', 'patch-me']) assert.equal(isReplacedLater(text), true);
  for (const text of ['<x>', '__X__', '$X', '', 'copy', 'pause', 'Fedora']) assert.equal(isReplacedLater(text), false);
});
