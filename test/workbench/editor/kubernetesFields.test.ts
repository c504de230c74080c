/**
 * Tests the fields of Kubernetes objects in the editor: completion in a pod template, the meaning of a field in a peer
 * pod, and a misspelled field with its fix. OSC_UPDATE_IMAGES=1 updates the pictures.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { takeBoth } from '#test/support/workbench/pictures.ts';
import { useSession } from '#test/support/workbench/session/session.ts';

const size = { width: 1120, height: 600 };
const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
spec:
  replcas: 2
  selector:
    matchLabels:
      app: shop
  template:
    metadata:
      labels:
        app: shop
    spec:
      runtimeClassName: kata-remote
      containers:
        - name: shop
          image: registry.example.com/shop
          volumeMounts:
            - name: data
              mountPath: /data
          
      volumes:
        - name: data
          hostPath:
            path: /srv/data
`;

describe('Kubernetes fields in the editor', { timeout: 600_000 }, () => {
  const session = useSession(import.meta.filename);

  test('have completion, their meaning in a peer pod, and fixes', () =>
    session().window(
      'kubernetes fields',
      {
        files: {
          'deployment.yaml': deployment,
          '.vscode/settings.json': JSON.stringify({ 'breadcrumbs.enabled': false }),
        },
        open: 'deployment.yaml',
        size,
      },
      async (workbench) => {
        const { editor, problems } = workbench;
        await workbench.hideSideBar();
        await editor.hasSquiggles('error');
        await takeBoth(workbench, 'kubernetes-completion', {
          prepare: async () => {
            await editor.escape();
            await editor.cursorAt(22, 11);
            await editor.suggestions.request('imagePullPolicy');
            await editor.suggestions.showDetails('imagePullPolicy');
            await editor.suggestions.fitDetails('imagePullPolicy');
          },
        });
        await editor.escape();
        await takeBoth(workbench, 'kubernetes-hover', {
          prepare: async () => {
            await editor.escape();
            await editor.hover('hostPath', 'hostPath:');
            await editor.hoverShows("Kata doesn't share directories on the node with the pod VM");
          },
        });
        await editor.escape();
        await takeBoth(workbench, 'kubernetes-problem', {
          prepare: async () => {
            await editor.escape();
            await problems.open();
            await problems.shows('replcas');
            await editor.cursorAt(6, 5);
            const offered = await editor.openCodeActions();
            assert.ok(offered.includes('Rename to replicas'), offered.join(', '));
          },
        });
        await editor.escape();
        await editor.cursorAt(6, 5);
        await editor.applyCodeAction('Rename to replicas');
        await editor.hasLine('replicas: 2');
      },
    ));
});
