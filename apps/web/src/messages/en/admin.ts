export const admin = {
  title: 'Bot Staff',
  purpose:
    'Who looks after servers that grant the Tickets team access. They have no access to any other server.',
  add: {
    card: 'Add somebody',
    user_id: 'User ID',
    hint: 'In Discord: Settings, Advanced, Developer Mode; then right-click the person, Copy User ID.',
    invalid: 'Enter the ID of a person: digits only.',
    action: 'Add',
    nobody: 'Discord knows nobody with the ID {id}. It has been added all the same: check that it is right.',
    done: '{name} has been added to the bot staff',
  },
  list: { card: 'Bot Staff', label: 'Bot staff', user: 'User', nobody: 'Nobody found with this ID' },
  empty: 'There is no bot staff',
  empty_text: 'Add people by their user ID. Servers decide for how long they let them in.',
  by_id: 'User with ID {id}',
  remove: {
    action: 'Delete',
    named: 'Delete {name}',
    title: 'Delete from the bot staff?',
    message: '{name} loses access to every server that granted it to the Tickets team, at once.',
    done: '{name} has been deleted from the bot staff',
  },
};
