/** Tests that links lead to the documentation of the installed release. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as sections from '#core/product/docSections.ts';
import { sectionFor } from '#core/product/sectionFor.ts';
import type { DocSection } from '#core/product/docSection.ts';
import { hasKnownDocumentation, newestDocumentedRelease, releases } from '#core/product/releases.ts';

const all = Object.values<unknown>(sections).filter(
  (one): one is DocSection => typeof one === 'object' && one !== null && 'url' in one && 'title' in one,
);

test('documentation link opens the installed release, for every section and release', () => {
  assert.ok(all.length > 20);
  for (const section of all)
    for (const release of releases) {
      const { id } = release;
      if (!hasKnownDocumentation(release)) {
        const newest = sectionFor(section, newestDocumentedRelease.id);
        assert.deepEqual(sectionFor(section, id), newest, `${section.title} on ${id}`);
        continue;
      }
      const { title, url } = sectionFor(section, id);
      assert.ok(url.includes(`/openshift_sandboxed_containers/${id}`), `${section.title} on ${id}: ${url}`);
      assert.ok(title.startsWith(`OSC ${id}`), `${section.title} on ${id}: ${title}`);
    }
});

test('documentation link opens the newest documented release if none or an unknown one is installed', () => {
  for (const id of [undefined, '', '9.99', 'x']) {
    const { url } = sectionFor(sections.nodeEligibility, id);
    assert.ok(url.endsWith(`/openshift_sandboxed_containers/${newestDocumentedRelease.id}`), url);
  }
  assert.equal(sectionFor(sections.installingOperator, undefined), sections.installingOperator);
  assert.equal(sectionFor(sections.nodeEligibility, '1.5'), sections.nodeEligibility, 'the section is of this release');
});

test('documentation link to another product is kept', () => {
  const other = {
    title: 'OpenShift 4.21',
    url: 'https://docs.redhat.com/en/documentation/openshift_container_platform/4.21',
  };
  assert.equal(sectionFor(other, '1.12'), other);
});
