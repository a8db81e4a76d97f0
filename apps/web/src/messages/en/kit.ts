export const kit = {
  title: 'Kit',
  purpose: 'Every piece of the interface, in all its states.',
};
