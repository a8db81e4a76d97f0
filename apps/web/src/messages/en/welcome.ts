export const welcome = {
  title: 'A support desk inside your Discord server',
  lead: 'Members open a ticket with one press. Your team answers in Discord or here in the browser, and both always show the same.',
  sign_in: 'Sign in with Discord',
  documentation: 'Documentation',
  members: {
    title: 'For members',
    text: 'Press a button, answer a few questions, and talk in private. The conversation can be read again later.',
  },
  staff: {
    title: 'For support staff',
    text: 'See who waits, claim a ticket, reply, and close it with a reason. Nothing that was said is lost.',
  },
  owners: {
    title: 'For server owners',
    text: 'Set up panels, permissions and closing rules, and see what your members will see while you do.',
  },
  privacy: 'Privacy',
  terms: 'Terms',
};
