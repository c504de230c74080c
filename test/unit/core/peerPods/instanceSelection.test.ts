import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Provider } from '../../../../core/peerPods/configKey.ts';
import { annotationInteger, selectInstanceType, type SelectionInput, withResources } from '../../../../core/peerPods/instanceSelection.ts';
import { instanceSize } from '../../../../core/peerPods/instanceSizes.ts';
import { findRelease, newestRelease } from '../../../../core/releases.ts';

const listedTypes = ['t2.small', 't2.medium', 't3.large'];
const choose = (more: Partial<SelectionInput>) =>
  selectInstanceType({ provider: 'aws', release: newestRelease, defaultType: 't3.medium', listedTypes, annotations: {}, ...more });
const chosen = (more: Partial<SelectionInput>) => {
  const selection = choose(more);
  return selection.outcome === 'chosen' ? selection.instanceType : selection;
};
const message = (more: Partial<SelectionInput>) => {
  const selection = choose(more);
  return selection.outcome === 'refused' ? selection.message : selection;
};

suite('by the sample of the OSC 1.12 document', () => {
  test('nothing asked: the default, though the list lacks it', () => assert.equal(chosen({}), 't3.medium'));
  test('a listed type', () => assert.equal(chosen({ annotations: { machineType: 't3.large' } }), 't3.large'));
  test('the default by its name is refused, because the list lacks it', () => {
    assert.equal(message({ annotations: { machineType: 't3.medium' } }), 'requested instance type ("t3.medium") is not part of supported instance types list');
  });
  test('an empty list allows the default alone', () => {
    assert.equal(chosen({ listedTypes: [], annotations: { machineType: 't3.medium' } }), 't3.medium');
    assert.equal(
      message({ listedTypes: [], annotations: { machineType: 't3.large' } }),
      'requested instance type ("t3.large") is not default ("t3.medium") and supported instance types list is empty',
    );
  });
  test('processors and memory', () => {
    assert.equal(chosen({ annotations: { defaultVcpus: '2', defaultMemory: '4096' } }), 't2.medium');
    assert.equal(chosen({ annotations: { defaultVcpus: '1', defaultMemory: '1024' } }), 't2.small');
    assert.equal(message({ annotations: { defaultVcpus: '8', defaultMemory: '4096' } }), 'no instance type found for the given vcpus (8) and memory (4096)');
  });
  test('only one of the two, or what is no whole number: the default', () => {
    assert.equal(chosen({ annotations: { defaultVcpus: '2' } }), 't3.medium');
    assert.equal(chosen({ annotations: { defaultVcpus: '2', defaultMemory: '4096Mi' } }), 't3.medium');
    assert.equal(chosen({ annotations: { defaultVcpus: '0.5', defaultMemory: '4096' } }), 't3.medium');
  });
  test('the type wins over the size', () => {
    assert.equal(chosen({ annotations: { machineType: 't2.small', defaultVcpus: '2', defaultMemory: '8192' } }), 't2.small');
  });
  test('the size of what was chosen is told', () => {
    const selection = choose({ annotations: { machineType: 't3.large' } });
    assert.deepEqual(selection.outcome === 'chosen' ? selection.size : undefined, { vcpus: 2, memoryMiB: 8192, gpus: 0 });
  });
});

suite('what cannot be said', () => {
  test('sizes that are not known', () => {
    const selection = choose({ listedTypes: ['t2.small', 'x9.huge'], annotations: { defaultVcpus: '2', defaultMemory: '4096' } });
    assert.equal(selection.outcome, 'cannot say');
    assert.match(selection.outcome === 'cannot say' ? selection.because : '', /x9\.huge/);
  });
  test('but a type by its name needs no size', () => assert.equal(chosen({ listedTypes: ['x9.huge'], annotations: { machineType: 'x9.huge' } }), 'x9.huge'));
  test('type and size together before OSC 1.11', () => {
    const annotations = { machineType: 't2.small', defaultVcpus: '2', defaultMemory: '4096' };
    for (const id of ['1.8', '1.10']) assert.equal(choose({ release: findRelease(id) ?? newestRelease, annotations }).outcome, 'cannot say', id);
    assert.equal(choose({ release: findRelease('1.11') ?? newestRelease, annotations }).outcome, 'chosen');
  });
  test('libvirt', () => assert.equal(choose({ provider: 'libvirt' }).outcome, 'cannot say'));
  test('no default at all', () =>
    assert.equal(selectInstanceType({ provider: 'ibmcloud', release: newestRelease, listedTypes: [], annotations: {} }).outcome, 'cannot say'));
});

test('an unset default is that of the code', () => {
  const defaults: Partial<Record<Provider, string>> = { aws: 'm6a.large', azure: 'Standard_DC2as_v5', gcp: 'e2-medium' };
  for (const provider of ['aws', 'azure', 'gcp'] as const) {
    for (const defaultType of ['', undefined]) {
      const selection = selectInstanceType({
        provider,
        release: newestRelease,
        listedTypes: [],
        annotations: {},
        ...(defaultType === undefined ? {} : { defaultType }),
      });
      assert.equal(selection.outcome === 'chosen' ? selection.instanceType : '', defaults[provider]);
    }
  }
});

suite('GPUs', () => {
  const withGpu = [...listedTypes, 'g4dn.2xlarge', 'g4dn.xlarge'];
  test('the smallest that has them', () => assert.equal(chosen({ listedTypes: withGpu, annotations: { defaultGpus: '1' } }), 'g4dn.xlarge'));
  test('without them, machines with GPUs are left out', () => {
    assert.equal(
      message({ listedTypes: withGpu, annotations: { defaultVcpus: '4', defaultMemory: '4096' } }),
      'no instance type found for the given vcpus (4) and memory (4096)',
    );
  });
  test('too many', () => {
    assert.equal(message({ annotations: { defaultGpus: '1' } }), 'no instance type found for the given GPUs (1), vCPUs (0), and memory (0)');
  });
  test('on Azure none is ever found, whatever the sizes', () => {
    assert.equal(choose({ provider: 'azure', listedTypes: ['Standard_NC4as_T4_v3'], annotations: { defaultGpus: '1' } }).outcome, 'refused');
  });
});

suite('it bisects, and so can miss what would fit', () => {
  // Sorted by memory: c5.large 2 x 4, c5.xlarge 4 x 8, r5.large 2 x 16, t3.xlarge 4 x 16 (processors x GiB).
  const annotations = { defaultVcpus: '4', defaultMemory: '4096' };
  test('c5.xlarge is in the middle: found', () => assert.equal(chosen({ listedTypes: ['c5.large', 'c5.xlarge', 'r5.large'], annotations }), 'c5.xlarge'));
  test('r5.large is in the middle and has too few processors: the smaller c5.xlarge is passed over', () => {
    assert.equal(chosen({ listedTypes: ['c5.xlarge', 'r5.large', 't3.xlarge'], annotations }), 't3.xlarge');
  });
  test('and with nothing larger, nothing is found', () => {
    assert.equal(message({ listedTypes: ['c5.xlarge', 'r5.large'], annotations }), 'no instance type found for the given vcpus (4) and memory (4096)');
  });
});

suite('types of one size', () => {
  const annotations = { defaultVcpus: '2', defaultMemory: '8192' };
  test('the one that is listed first', () => assert.equal(chosen({ listedTypes: ['m6a.large', 'm5.large'], annotations }), 'm6a.large'));
  test('of more than 12, Go may take any', () => {
    const many = ['m5', 'm5a', 'm6i', 'm6a', 'm7i', 'm7a', 't3', 't3a', 't2'].map((family) => `${family}.large`);
    assert.equal(choose({ listedTypes: [...many, ...listedTypes, 'c5.large', 'c5a.large'], annotations }).outcome, 'cannot say');
  });
});

test('Google Cloud before OSC 1.11', () => {
  const old = { provider: 'gcp', defaultType: 'e2-medium', listedTypes: [], release: findRelease('1.9') ?? newestRelease } as const;
  assert.equal(choose({ ...old, annotations: { machineType: 'e2-medium' } }).outcome, 'cannot say');
  assert.equal(chosen(old), 'e2-medium');
});

suite('resources of containers', () => {
  test('summed, rounded up, written over the annotations', () => {
    const containers = [{ requests: { cpu: 0.5, memoryMiB: 512 } }, { requests: { cpu: 0.6, memoryMiB: 600.5 } }];
    assert.deepEqual(withResources({ defaultVcpus: '8', machineType: 'x' }, containers), { machineType: 'x', defaultVcpus: '2', defaultMemory: '1113' });
  });
  test('a limit that is no lower counts instead of the request', () => {
    assert.deepEqual(withResources({}, [{ requests: { cpu: 1 }, limits: { cpu: 3 } }]), { defaultVcpus: '3' });
    assert.deepEqual(withResources({}, [{ limits: { cpu: 2, memoryMiB: 4096 } }]), { defaultVcpus: '2', defaultMemory: '4096' });
    assert.deepEqual(withResources({}, [{ requests: { cpu: 4 } }, { requests: { cpu: 1 }, limits: { cpu: 2 } }]), { defaultVcpus: '5' });
  });
  test('GPUs', () => assert.deepEqual(withResources({}, [{ limits: { gpus: 1 } }]), { defaultGpus: '1' }));
  test('none: the annotations stay', () => assert.deepEqual(withResources({ defaultVcpus: '2' }, [{}]), { defaultVcpus: '2' }));
  test('only processors: the default type', () => assert.equal(chosen({ containers: [{ requests: { cpu: 2 } }] }), 't3.medium'));
  test('both: a type by size', () => assert.equal(chosen({ containers: [{ requests: { cpu: 2, memoryMiB: 4096 } }] }), 't2.medium'));
});

test('annotations as numbers', () => {
  for (const [text, value] of [
    ['2', 2],
    ['+2', 2],
    ['-1', -1],
    ['0.5', 0],
    ['2Gi', 0],
    ['4096Mi', 0],
    ['', 0],
    [' 2', 0],
    ['9223372036854775808', 0],
  ] as const) {
    assert.equal(annotationInteger(text), value, text);
  }
  assert.equal(annotationInteger(undefined), 0);
});

suite('sizes', () => {
  const known: readonly (readonly [Provider, string, number, number, number?])[] = [
    ['aws', 't2.small', 1, 2048],
    ['aws', 't2.medium', 2, 4096],
    ['aws', 't3.nano', 2, 512],
    ['aws', 't3.medium', 2, 4096],
    ['aws', 't3.2xlarge', 8, 32_768],
    ['aws', 'm6a.large', 2, 8192],
    ['aws', 'c6i.4xlarge', 16, 32_768],
    ['aws', 'r5.xlarge', 4, 32_768],
    ['aws', 'g5.xlarge', 4, 16_384, 1],
    ['azure', 'Standard_B2als_v2', 2, 4096],
    ['azure', 'Standard_DC2as_v5', 2, 8192],
    ['azure', 'Standard_DC2eds_v5', 2, 8192],
    ['azure', 'Standard_D4as_v5', 4, 16_384],
    ['gcp', 'e2-medium', 2, 4096],
    ['gcp', 'n2d-standard-2', 2, 8192],
    ['ibmcloud', 'bx2-2x8', 2, 8192],
    ['ibmcloud', 'bz2e-1x4', 1, 4096],
    ['ibmcloud', 'gx3-16x80x1l4', 16, 81_920],
  ];
  for (const [provider, type, vcpus, memoryMiB, gpus = 0] of known) {
    test(`${type} on ${provider}`, () => assert.deepEqual(instanceSize(provider, type), { vcpus, memoryMiB, gpus }));
  }
  test('what is not certain is not said', () => {
    const unknown: readonly (readonly [Provider, string])[] = [
      ['aws', 'm6a.metal'],
      ['aws', 'm6a.48xlarge'],
      ['aws', 'toString'],
      ['aws', 't3.toString'],
      ['aws', 'bx2-2x8'],
      ['azure', 'Standard_NC4as_T4_v3'],
      ['azure', 'toString'],
      ['gcp', 'n2d-custom-4-8192'],
      ['gcp', 'toString'],
      ['ibmcloud', 'large'],
      ['libvirt', 'default'],
    ];
    for (const [provider, type] of unknown) assert.equal(instanceSize(provider, type), undefined, `${provider} ${type}`);
  });
});
