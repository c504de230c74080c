/** Tests that the walkthrough, the welcome texts, and the pages of the guide refer only to what exists. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { manifest } from '#test/support/repository/manifest.ts';
import { anchor } from '#scripts/packaging/galleryChecks.ts';
import { isAbsolute, linksIn } from '#scripts/packaging/galleryReadme.ts';
import { byText } from '#test/support/repository/compareText.ts';
import { hiddenStep } from '#client/help/walkthrough.ts';
import { settingLink } from '#scripts/generate/tour.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const commands = new Set(manifest.contributes.commands.map(({ command }) => command));
const { walkthroughs, views, viewsWelcome } = manifest.contributes;
const allSteps = walkthroughs.flatMap((walkthrough) => walkthrough.steps);
const steps = allSteps.filter(({ id }) => id !== hiddenStep);

/** Commands of VS Code in links. Other links must use commands of the extension. */
const ofVscode: readonly string[] = ['workbench.action.openSettings'];
const commandsIn = (text: string) => Array.from(text.matchAll(/\(command:([\w.-]+)/g), ([, command = '']) => command);

describe('walkthrough', () => {
  test('has five to eight steps, each with existing commands', () => {
    assert.ok(steps.length >= 5 && steps.length <= 8);
    for (const { id, description } of steps) {
      assert.ok(commandsIn(description).length > 0, id);
      for (const command of commandsIn(description)) assert.ok(commands.has(command), `${id}: ${command}`);
    }
  });
  test('has a hidden step with which the extension detects that the walkthrough is registered', () => {
    assert.deepEqual(
      allSteps.filter((step) => 'when' in step).map(({ id, ...step }) => [id, 'when' in step && step.when]),
      [[hiddenStep, 'false']],
    );
  });
  test('shows code between two backticks, and links settings', () => {
    for (const { id, description } of steps) {
      assert.doesNotMatch(description.replaceAll(/``[^`]+``/g, ''), /`/, id);
      assert.doesNotMatch(description, /``osc\./, id);
    }
    assert.ok(steps.some(({ description }) => description.includes(`[osc.readOnly](${settingLink('osc.readOnly')})`)));
    assert.doesNotMatch(read('docs/getting-started.md'), /``/);
  });
  test('completes steps by results that exist after the tour was opened', () => {
    const sources = readdirSync(path.join(root, 'client/src'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => read(path.join('client/src', name)))
      .join('\n');
    for (const { id, completionEvents } of steps) {
      assert.ok(completionEvents.length > 0, id);
      for (const event of completionEvents) {
        const key = /^onContext:osc\.tourOpen && ([\w.]+)$/.exec(event)?.[1];
        assert.ok(key !== undefined && sources.includes(`'${key}'`), `${id}: ${event}`);
      }
    }
  });
  test('has small, themed images with alt text', () => {
    const files = steps.map(({ media }) => media.svg);
    assert.deepEqual(
      files.toSorted(byText),
      readdirSync(path.join(root, 'media/walkthrough'))
        .map((name) => `media/walkthrough/${name}`)
        .toSorted(byText),
    );
    for (const { media } of steps) {
      const svg = read(media.svg);
      assert.ok(media.altText.length > 10 && svg.length < 3000, media.svg);
      assert.match(
        svg,
        /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="[\d ]+" fill="none" font-family="[^"]+" font-size="14">[^]*<\/svg>\n$/,
      );
      // VS Code applies nothing from a style element.
      assert.doesNotMatch(svg, /<style|<script|<image|href|url\(|\son\w+=/, media.svg);
      // A fixed color is allowed only as a fallback if the theme defines none.
      assert.doesNotMatch(
        svg.replaceAll('var(--vscode-contrastBorder,var(--vscode-editorWidget-border,#808080))', ''),
        /#[0-9a-f]{3,8}\b|rgb\(|(?:fill|stroke)[:=]"?(?:black|white)/i,
        media.svg,
      );
    }
  });
});

describe('view', () => {
  test('has welcome content', () => {
    const ids = Object.values(views).flatMap((container) => container.map(({ id }) => id));
    for (const id of ids)
      assert.ok(
        viewsWelcome.some(({ view }) => view === id),
        id,
      );
  });
  test('has existing commands in its welcome content', () => {
    for (const { view, contents } of viewsWelcome)
      for (const command of commandsIn(contents))
        assert.ok(commands.has(command) || ofVscode.includes(command), `${view}: ${command}`);
  });
  test('links to the contributed walkthrough', () => {
    const ofClusters = viewsWelcome.filter(({ view, when }) => view.startsWith('osc.clusters') && when !== 'osc.web');
    assert.ok(ofClusters.length >= 2);
    for (const { contents } of ofClusters) assert.match(contents, /\(command:osc\.tour\.open\)/);
    assert.deepEqual(
      walkthroughs
        .map(({ id }) => `createTour(\`\${context.extension.id}#${id}\``)
        .filter((call) => !read('client/src/activation/services.ts').includes(call)),
      [],
    );
  });
});

describe('documentation', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'samples/README.md'].concat(
    readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name.replaceAll('\\', '/')}`),
  );
  const headings = (file: string) =>
    new Set(Array.from(read(file).matchAll(/^#+ (.+)$/gm), ([, words = '']) => anchor(words.replaceAll(/[`_*]/g, ''))));
  test('links only to existing files and headings', () => {
    assert.ok(pages.length > 100);
    for (const page of pages) {
      for (const { target } of linksIn(read(page))) {
        if (isAbsolute(target) && !target.startsWith('#')) continue;
        const [file = '', place] = target.split('#');
        const full = file === '' ? page : path.join(path.dirname(page), decodeURIComponent(file));
        assert.ok(existsSync(path.join(root, full)), `${page}: ${target}`);
        if (place !== undefined && full.endsWith('.md')) assert.ok(headings(full).has(place), `${page}: ${target}`);
      }
    }
  });
  test('has alt text for every image', () => {
    for (const page of pages) assert.doesNotMatch(read(page), /!\[\s*\]\(/, page);
  });
  test('links to every page from its index', () => {
    const led = new Set(linksIn(read('docs/README.md')).map(({ target }) => target));
    for (const name of readdirSync(path.join(root, 'docs')))
      if (name.endsWith('.md') && name !== 'README.md') assert.ok(led.has(name), name);
  });
});
