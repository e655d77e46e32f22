import preset from '../../jest.preset.js';

// Compiling AssemblyScript takes seconds.
export default { ...preset, displayName: 'std' };
