export const welcome = {
  title: 'A support desk inside your Discord server',
  lead: 'Members open a ticket with one click. Your team answers in Discord or here in the browser, and both always show the same conversation.',
  sign_in: 'Sign in with Discord',
  documentation: 'Documentation',
  members: {
    title: 'For members',
    text: 'Press a button, answer a few questions, and talk to the team in private. You can read the conversation again later.',
  },
  staff: {
    title: 'For support staff',
    text: 'See who is waiting, claim a ticket, reply, and close it with a reason. No message is lost.',
  },
  owners: {
    title: 'For server owners',
    text: 'Set up panels, permissions and closing rules, with a live preview of what your members will see.',
  },
  privacy: 'Privacy',
  terms: 'Terms',
};
