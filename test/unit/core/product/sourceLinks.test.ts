/** Tests that sources lead to verified addresses. Nothing is fetched. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findOtherPages, ruleSections } from '#core/product/docPages.ts';
import * as sections from '#core/product/docSections.ts';
import type { DocSection } from '#core/product/docSection.ts';
import { documentationOf, findRelease, newestRelease, releases, type Release } from '#core/product/releases.ts';
import { findBestLink, findSourceLink, renderSource, splitSources } from '#core/product/sourceLinks.ts';
import { rules } from '#server/cli/rules.ts';
import { findRuleDocs } from '#server/engine/findings/ruleDocs.ts';
import verified from './addresses.json' with { type: 'json' };

const ownSections = [...ruleSections, ...Object.values<unknown>(sections)].filter(
  (one): one is DocSection => typeof one === 'object' && one !== null && 'url' in one && 'title' in one,
);
const older = (id: string): Release => findRelease(id) ?? newestRelease;

describe('addresses of the documentation', () => {
  test('are exactly those that were verified', () => {
    const used = new Set([
      ...releases.flatMap((release) => [release.docs, documentationOf(release)]),
      ...ownSections.flatMap((section) => [section, ...findOtherPages(section)]).map(({ url }) => url),
      ...rules.flatMap(({ source }) => splitSources(source).flatMap((one) => findSourceLink(one)?.url ?? [])),
    ]);
    const unverified = [...used].filter((url) => !verified.includes(url));
    assert.deepEqual(unverified, [], 'Verify these addresses, and add them to addresses.json');
    assert.deepEqual([...used].toSorted(), verified);
  });

  test('belong to a release other than that of the section, and not twice to the same', () => {
    for (const section of ownSections) {
      const of = [section, ...findOtherPages(section)]
        .map(({ url }) => url)
        .map((one) => /_containers\/([\d.]+)/.exec(one)?.[1]);
      assert.equal(new Set(of).size, of.length, section.title);
    }
  });
});

describe('link of a source', () => {
  const aws = 'openshift_sandboxed_containers/1.12/html-single/deploying_openshift_sandboxed_containers_on_aws/index';
  for (const [source, kind, url] of [
    ['OSC 1.12 §3.2', 'product', `https://docs.redhat.com/en/documentation/${aws}`],
    ['OSC 1.12 for AWS, 3.8 Configuring your workload', 'product', `https://docs.redhat.com/en/documentation/${aws}`],
    ['OSC 1.12, 2.2 (callouts)', 'product', `https://docs.redhat.com/en/documentation/${aws}`],
    [
      'openshift/cloud-api-adaptor@067d2068 src/cloud-providers/util.go:41',
      'code',
      'https://github.com/openshift/cloud-api-adaptor/blob/067d2068/src/cloud-providers/util.go#L41',
    ],
    [
      'kubernetes-sigs/kustomize@12f9e639 api/kv/kv.go:173-186 (parseLiteralSource)',
      'code',
      'https://github.com/kubernetes-sigs/kustomize/blob/12f9e639/api/kv/kv.go#L173-L186',
    ],
    [
      'operator-framework/api@3048ccdc crds (served versions)',
      'code',
      'https://github.com/operator-framework/api/tree/3048ccdc/crds',
    ],
    ['StyraInc/regal#140', 'issue', 'https://github.com/StyraInc/regal/issues/140'],
    ['YAML 1.2.2, 7.3 Flow scalar styles', 'specification', 'https://yaml.org/spec/1.2.2/'],
  ] as const)
    test(`leads from ${source} to its page`, () => {
      const link = findSourceLink(source);
      assert.equal(link?.kind, kind);
      assert.equal(link.url, url);
    });

  for (const source of [
    '',
    'OSC 1.12 §9.9',
    'OSC 1.0 release notes (hostPath)',
    'openshift/cloud-api-adaptor src/a.go',
    'openshift/cloud-api-adaptor@main src/a.go',
    'openshift/cloud-api-adaptor@067d2068 (a remark)',
    'domain/02-peer-pods.md 2.7',
    'javascript:alert(1)@067d2068 x.go',
  ])
    test(`doesn't exist for ${source === '' ? 'an empty source' : source}`, () =>
      assert.equal(findSourceLink(source), undefined));

  test('prefers the product documentation, then a specification, code, and an issue', () => {
    const sources = ['StyraInc/regal#140', 'a/b@067d2068 c.go; YAML 1.2.2', 'OSC 1.12 §3.5'];
    assert.equal(findBestLink(sources)?.kind, 'product');
    assert.equal(findBestLink(sources.slice(0, 2))?.kind, 'specification');
    assert.equal(findBestLink(['StyraInc/regal#140', 'a/b@067d2068 c.go'])?.kind, 'code');
    assert.equal(findBestLink(['none of these']), undefined);
  });

  test('appears in Markdown with the title of the section, and with the remark of the source', () => {
    assert.match(renderSource('OSC 1.12 §3.2'), /^\[OSC 1\.12, 3\.2 Creating the peer pods config map\]\(https:/);
    assert.match(renderSource('OSC 1.12, 2.2 (callouts)'), /^\[OSC 1\.12, 2\.2 \(callouts\)\]\(https:/);
    assert.equal(renderSource('Kubernetes'), 'Kubernetes');
  });
});

describe('documentation of a rule', () => {
  test('exists for every rule whose source is the product documentation or upstream code at its commit', () => {
    for (const rule of rules)
      if (splitSources(rule.source).some((source) => /^OSC 1\.\d+[ ,].*\d|^[\w.-]+\/[\w.-]+@[0-9a-f]{7,}/.test(source)))
        assert.ok(findRuleDocs(rule, newestRelease) !== undefined, rule.id);
    const without = rules.filter((rule) => findRuleDocs(rule, newestRelease) === undefined);
    assert.ok(without.length <= rules.length / 20, without.map(({ id }) => id).join(', '));
  });

  test('is that of the release that files are checked against', () => {
    const rule = { ...rules[0], source: ['OSC 1.12 §3.2'] } as (typeof rules)[number];
    assert.match(findRuleDocs(rule, newestRelease)?.title ?? '', /^OSC 1\.12, 3\.2 /);
    assert.match(findRuleDocs(rule, older('1.10'))?.url ?? '', /\/1\.10\/.*creating-peer-pods-cm_aws-osc$/);
    assert.deepEqual(findRuleDocs(rule, older('1.7')), {
      title: 'OSC 1.7 documentation',
      url: documentationOf(older('1.7')),
    });
  });

  test('is that of an older release if the newest has none', () => {
    const rule = { ...rules[0], source: ['OSC 1.5 §2.1.2'] } as (typeof rules)[number];
    assert.match(findRuleDocs(rule, newestRelease)?.title ?? '', /^OSC 1\.5, 2\.1\.2 /);
    assert.match(findRuleDocs(rule, older('1.6'))?.url ?? '', /#about-node-eligibility-checks_about-osc$/);
  });

  test('is upstream code at its commit for every release', () => {
    const rule = { ...rules[0], source: ['microsoft/regorus@cabd0866 src/parser.rs'] } as (typeof rules)[number];
    for (const release of releases)
      assert.equal(
        findRuleDocs(rule, release)?.url,
        'https://github.com/microsoft/regorus/blob/cabd0866/src/parser.rs',
      );
  });
});
