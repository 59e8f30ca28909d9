//! The matchers made of one copy, each once.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::fmt;

use super::Access;
use crate::Matcher;

// Both initialise once; the one of the standard library also lets whoever
// comes meanwhile wait, so that nothing is made twice.
#[cfg(not(feature = "std"))]
use once_cell::race::OnceBox as Slot;
#[cfg(feature = "std")]
type Slot<T> = std::sync::OnceLock<Box<T>>;

/// For so many crawlers matchers are kept, in the order in which they first
/// asked. A crawler has few names; a service that takes names from strangers
/// must not fill its memory with them.
const CRAWLERS_KEPT: usize = 16;

/// An [`Access`] to be shared, and the matchers made from it so far.
pub(super) struct Stored {
    pub(super) access: Access<'static>,
    first: Slot<Made>,
}

struct Made {
    agents: Box<[Box<str>]>,
    matcher: Arc<Matcher<'static>>,
    next: Slot<Made>,
}

impl Stored {
    pub(super) fn new(access: Access<'static>) -> Stored {
        Stored {
            access,
            first: Slot::new(),
        }
    }

    /// The matcher for these agents, made at the first call.
    pub(super) fn matcher_for<A: AsRef<str>>(&self, agents: &[A]) -> Arc<Matcher<'static>> {
        if let Some(kept) = self.access.kept_matcher(agents) {
            return kept;
        }
        let make = || Arc::new(self.access.matcher_for(agents).into_owned());
        let mut slot = &self.first;
        for _ in 0..CRAWLERS_KEPT {
            let made: &Made = slot.get_or_init(|| {
                Box::new(Made {
                    agents: agents.iter().map(|agent| agent.as_ref().into()).collect(),
                    matcher: make(),
                    next: Slot::new(),
                })
            });
            if made
                .agents
                .iter()
                .map(|agent| &**agent)
                .eq(agents.iter().map(AsRef::as_ref))
            {
                return made.matcher.clone();
            }
            slot = &made.next;
        }
        make()
    }
}

impl fmt::Debug for Stored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.access.fmt(f)
    }
}
