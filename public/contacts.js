// An import that runs is looked at again by itself.
setTimeout(() => location.reload(), 2_000);
