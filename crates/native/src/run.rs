//! Making functions, and calling them. All unsafe lines are here.

use std::any::Any;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr;
use std::sync::Arc;

use cranelift_codegen::ir::{AbiParam, Function as Ir, Signature, UserFuncName, types};
use cranelift_codegen::isa::TargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Module, default_libcall_names};

use crate::Code;
use crate::data::Data;

/// What a function may ask for while it runs.
pub trait Host {
    /// The registers. While a function is called there are never fewer of them.
    fn regs(&mut self) -> &mut [i32];
    /// What is left of the budget.
    fn steps(&mut self) -> &mut u64;
    /// The word with this number; none is a fault.
    fn word(&mut self, node: u32) -> Option<i32>;
    /// The set with this number; none is a fault.
    fn set(&mut self, node: u32) -> Option<[u64; 4]>;
}

/// How many words a function may read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    /// Of the slice.
    pub state: usize,
    /// Of the registers.
    pub regs: usize,
}

/// What generated code and its host share.
#[repr(C)]
struct Frame {
    regs: *mut i32,
    steps: u64,
    set: [u64; 4],
    ask: extern "C" fn(*mut Frame, u32, u32) -> u64,
    host: *mut c_void,
    room: usize,
    panic: Option<Box<dyn Any + Send>>,
}

pub(crate) const FRAME_REGS: i32 = std::mem::offset_of!(Frame, regs) as i32;
pub(crate) const FRAME_STEPS: i32 = std::mem::offset_of!(Frame, steps) as i32;
pub(crate) const FRAME_SET: i32 = std::mem::offset_of!(Frame, set) as i32;
pub(crate) const FRAME_ASK: i32 = std::mem::offset_of!(Frame, ask) as i32;

/// An answer, or the value of a function, that is none; others are below.
pub(crate) const LEFT: u64 = 1 << 32;
/// An answer after which the function leaves, whatever its faults lead to.
pub(crate) const PANICKED: u64 = 1 << 33;
/// Asked for is a word.
pub(crate) const WORD: i64 = 0;
/// Asked for is a set.
pub(crate) const SET: i64 = 1;

/// What generated code is called as.
type Entry = extern "C" fn(*const i32, *mut Frame) -> u64;

/// Makes functions for this machine.
#[derive(Clone)]
pub struct Maker {
    isa: Arc<dyn TargetIsa>,
}

impl std::fmt::Debug for Maker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Maker").field(&self.isa.name()).finish()
    }
}

impl Maker {
    /// A maker; none where no code can be made for this machine.
    pub fn new() -> Option<Self> {
        // Words lie in memory as generated code expects it.
        if cfg!(target_endian = "big") || cfg!(not(target_pointer_width = "64")) {
            return None;
        }
        let mut flags = settings::builder();
        for (name, value) in [
            ("opt_level", "speed"),
            ("is_pic", "false"),
            ("use_colocated_libcalls", "false"),
            ("enable_verifier", "true"),
        ] {
            flags.set(name, value).ok()?;
        }
        let isa = cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()?;
        Some(Self { isa })
    }

    /// Makes a function out of what is put together; none where that is not possible.
    pub fn make(&self, room: Room, describe: impl FnOnce(&mut Code<'_>)) -> Option<Function> {
        // Offsets are numbers of 32 bits.
        if room.state >= 1 << 28 || room.regs >= 1 << 28 {
            return None;
        }
        let mut module = JITModule::new(JITBuilder::with_isa(Arc::clone(&self.isa), default_libcall_names()));
        let call = self.isa.default_call_conv();
        let mut signature = Signature::new(call);
        signature.params.extend([AbiParam::new(types::I64); 2]);
        signature.returns.push(AbiParam::new(types::I64));
        let mut ask = Signature::new(call);
        ask.params.extend([AbiParam::new(types::I64), AbiParam::new(types::I32), AbiParam::new(types::I32)]);
        ask.returns.push(AbiParam::new(types::I64));
        let id = module.declare_anonymous_function(&signature).ok()?;
        let mut context = module.make_context();
        context.func = Ir::with_name_signature(UserFuncName::default(), signature);
        let mut shared = FunctionBuilderContext::new();
        let mut builder = FunctionBuilder::new(&mut context.func, &mut shared);
        let ask = builder.import_signature(ask);
        let mut code = Code::new(builder, ask, room);
        describe(&mut code);
        let data = code.finish();
        let memory = |module| Memory { module: Some(module) };
        // The verifier looks at it here.
        if module.define_function(id, &mut context).is_err() || module.finalize_definitions().is_err() {
            drop(memory(module));
            return None;
        }
        let entry = module.get_finalized_function(id);
        // SAFETY: it is the address of a function that was made with the signature of `Entry`, in the calling convention of this
        // machine; it stays where it is as long as its memory, which lies beside it.
        let entry = unsafe { std::mem::transmute::<*const u8, Entry>(entry) };
        Some(Function { entry, room, _lies: Box::new((data, memory(module))) })
    }
}

/// The memory in which a function lies.
struct Memory {
    module: Option<JITModule>,
}

impl Drop for Memory {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: only `Function` has the address of what lies there, and hands it to nobody; it is dropped now, so nobody calls it.
            unsafe { module.free_memory() }
        }
    }
}

// SAFETY: after it was made nobody reads or writes the module any more, it is only freed, by whoever has it.
unsafe impl Sync for Memory {}

/// A function. What is needed to call it lies together: many of them stand in a row.
pub struct Function {
    entry: Entry,
    room: Room,
    /// What it reads, and where it lies itself.
    _lies: Box<(Vec<Data>, Memory)>,
}

impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Function").field("room", &self.room).finish_non_exhaustive()
    }
}

impl Function {
    /// Its value as a word; none where it leaves.
    #[inline]
    pub fn word<H: Host>(&self, state: &[i32], host: &mut H) -> Option<i32> {
        self.call(state, host, [0; 4]).map(|(word, _)| word)
    }

    /// Its value as a set; none where it leaves.
    #[inline]
    pub fn set<H: Host>(&self, state: &[i32], host: &mut H) -> Option<[u64; 4]> {
        self.call(state, host, [0; 4]).map(|(_, set)| set)
    }

    /// The same of a function that is given a set ([`Code::given_set`]).
    #[inline]
    pub fn set_of<H: Host>(&self, state: &[i32], host: &mut H, given: [u64; 4]) -> Option<[u64; 4]> {
        self.call(state, host, given).map(|(_, set)| set)
    }

    #[inline]
    fn call<H: Host>(&self, state: &[i32], host: &mut H, set: [u64; 4]) -> Option<(i32, [u64; 4])> {
        let regs = host.regs();
        assert!(state.len() >= self.room.state && regs.len() >= self.room.regs, "a function of a longer slice");
        let regs = regs.as_mut_ptr();
        let steps = *host.steps();
        let mut frame = Frame {
            regs,
            steps,
            set,
            ask: ask::<H>,
            host: ptr::from_mut(host).cast(),
            room: self.room.regs,
            panic: None,
        };
        let value = (self.entry)(state.as_ptr(), &raw mut frame);
        if let Some(panic) = frame.panic {
            resume_unwind(panic);
        }
        *host.steps() = frame.steps;
        (value < LEFT).then_some((value as u32 as i32, frame.set))
    }
}

/// What generated code calls to ask its host.
extern "C" fn ask<H: Host>(frame: *mut Frame, node: u32, how: u32) -> u64 {
    // SAFETY: generated code hands on the frame with which `Function::call` called it, which lies there until it comes back and of
    // which nobody has a reference meanwhile.
    let frame = unsafe { &mut *frame };
    // SAFETY: `Function::call` put its `&mut H` there and does not use it before generated code has come back; generated code uses
    // nothing of the host but the registers, by the address in the frame, which is taken anew below.
    let host = unsafe { &mut *frame.host.cast::<H>() };
    *host.steps() = frame.steps;
    // No panic goes through generated code.
    let answer = catch_unwind(AssertUnwindSafe(|| {
        let answer = match i64::from(how) {
            WORD => host.word(node).map(|word| u64::from(word as u32)),
            _ => host.set(node).map(|set| {
                frame.set = set;
                0
            }),
        };
        let regs = host.regs();
        assert!(regs.len() >= frame.room, "a host keeps its registers");
        frame.regs = regs.as_mut_ptr();
        frame.steps = *host.steps();
        answer
    }));
    match answer {
        Ok(answer) => answer.unwrap_or(LEFT),
        Err(panic) => {
            frame.panic = Some(panic);
            PANICKED
        }
    }
}
